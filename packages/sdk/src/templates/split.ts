import { readBracketed } from './bracketed-name.ts';
import type { TemplateProblem } from './template-problem.ts';

/**
 * Literal text, or the inside of `{{…}}`. `start` is the offset of the text or the inside, `open` that of the braces.
 */
export type Part =
  { kind: 'text'; text: string; start: number } | { kind: 'slot'; source: string; start: number; open: number };

/** How to write literal braces. */
const plainBraces = String.raw`for literal braces, write \{{, which is \\{{ in a JSON file`;

/**
 * Splits a text into literal text and slots. The last two of a run of braces open a slot and the first two after it
 * close it, so `{"a":{"b":{{x|json}}}}` holds one slot between `{"a":{"b":` and `}}`. A backslash makes `\{{` literal
 * text.
 */
export function splitText(text: string): { parts: Part[]; problems: TemplateProblem[] } {
  const parts: Part[] = [];
  const problems: TemplateProblem[] = [];
  let from = 0;
  let searchFrom = 0;
  for (;;) {
    const open = findOpen(text, searchFrom);
    if (open === -1) break;
    const backslashes = countBackslashes(text, open);
    if (backslashes === 1) {
      addText(parts, text.slice(from, open - 1) + '{{', from);
      from = searchFrom = open + 2;
      continue;
    }
    const close = findClose(text, open + 2);
    if (close === -1) return { parts, problems: [...problems, unclosed(open)] };
    const next = findLost(text, open + 2, close);
    if (next !== undefined) {
      problems.push(unclosed(open));
      from = searchFrom = next;
      continue;
    }
    addText(parts, text.slice(from, backslashes > 1 ? open - 1 : open), from);
    parts.push({ kind: 'slot', source: text.slice(open + 2, close), start: open + 2, open });
    from = searchFrom = close + 2;
  }
  addText(parts, text.slice(from), from);
  return { parts, problems };
}

function addText(parts: Part[], text: string, start: number): void {
  if (text === '') return;
  const last = parts.at(-1);
  if (last?.kind === 'text') last.text += text;
  else parts.push({ kind: 'text', text, start });
}

function findOpen(text: string, from: number): number {
  let open = text.indexOf('{{', from);
  if (open === -1) return -1;
  while (text[open + 2] === '{') open++;
  return open;
}

function countBackslashes(text: string, open: number): number {
  let count = 0;
  while (text[open - 1 - count] === '\\') count++;
  return count;
}

/** Finds the closing braces. Braces inside `[…]` belong to a name. */
function findClose(text: string, from: number): number {
  for (let at = from; at < text.length - 1; at++) {
    if (text[at] === '[') at = (readBracketed(text, at)?.end ?? at + 1) - 1;
    else if (text.startsWith('}}', at)) return at;
  }
  return -1;
}

/** Finds a slot that starts inside an unclosed one. A slot in a slot has its own end. */
function findLost(text: string, from: number, close: number): number | undefined {
  const inner = withoutNames(text.slice(from, close)).indexOf('{{');
  if (inner === -1) return undefined;
  const next = text.indexOf('{{', close + 2);
  const isClosedLater = text.slice(close + 2, next === -1 ? undefined : next).includes('}}');
  return isClosedLater ? undefined : from + inner;
}

/** Replaces names in brackets with blanks. */
function withoutNames(source: string): string {
  let left = source;
  for (let at = left.indexOf('['); at !== -1; at = left.indexOf('[', at + 1)) {
    const end = readBracketed(left, at)?.end ?? at;
    left = left.slice(0, at) + ' '.repeat(end - at) + left.slice(end);
  }
  return left;
}

function unclosed(open: number): TemplateProblem {
  return {
    offset: open,
    length: 2,
    code: 'unclosed_slot',
    message: 'the slot opened here with "{{" is never closed',
    hint: `close it with "}}"; ${plainBraces}`,
  };
}
