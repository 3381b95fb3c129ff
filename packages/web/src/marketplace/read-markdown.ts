/** A block of a text in Markdown. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'list'; items: string[]; isNumbered: boolean }
  | { kind: 'table'; head: string[]; rows: string[][] };

/** A piece of a line. */
export type Span =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'link'; text: string; address: string };

/** Reads the Markdown that READMEs of connectors use. HTML, images and everything else stay text. */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const take = (isPart: (line: string) => boolean) => {
      const from = at;
      while (at < lines.length && isPart(lines[at]!)) at += 1;
      return lines.slice(from, at);
    };
    if (line.trim() === '') at += 1;
    else if (isFence(line)) {
      at += 1;
      blocks.push({ kind: 'code', text: take((next) => !isFence(next)).join('\n') });
      at += 1;
    } else if (isHeading(line)) {
      blocks.push({ kind: 'heading', text: line.replace(/^#+\s+/, '') });
      at += 1;
    } else if (isTable(line)) {
      const [head = [], , ...rows] = take(isTable).map(cellsOf);
      blocks.push({ kind: 'table', head, rows });
    } else if (isItem(line)) {
      const items = take((next) => next.trim() !== '' && (isItem(next) || next.startsWith(' ')));
      blocks.push({ kind: 'list', items: joinItems(items), isNumbered: /^\s*\d/.test(line) });
    } else {
      const part = take((next) => next.trim() !== '' && ![isHeading, isItem, isTable, isFence].some((is) => is(next)));
      blocks.push({ kind: 'paragraph', text: part.map((one) => one.trim()).join(' ') });
    }
  }
  return blocks;
}

const isFence = (line: string) => line.startsWith('```');
const isHeading = (line: string) => /^#{1,6}\s/.test(line);
const isTable = (line: string) => line.startsWith('|');
const isItem = (line: string) => /^\s*([-*]|\d+\.)\s/.test(line);

const cellsOf = (line: string) =>
  line
    .replaceAll(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Lines that go on under an item belong to it. */
function joinItems(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (isItem(line) || items.length === 0) items.push(line.replace(/^\s*([-*]|\d+\.)\s+/, ''));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return items;
}

const spanPattern = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((https:\/\/[^\s)]+)\)/g;

/** The code, strong words and links of a line. Only addresses with https become links. */
export function readSpans(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(spanPattern)) {
    if (match.index > end) spans.push({ kind: 'text', text: text.slice(end, match.index) });
    const [whole, code, strong, label, address] = match;
    if (code !== undefined) spans.push({ kind: 'code', text: code });
    else if (strong !== undefined) spans.push({ kind: 'strong', text: strong });
    else spans.push({ kind: 'link', text: label!, address: address! });
    end = match.index + whole.length;
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) });
  return spans;
}
