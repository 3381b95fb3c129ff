import type { TemplateProblem } from './template-problem.ts';

/**
 * Text as it stands, or the inside of `{{…}}`; `start` is the offset of the text or the inside, `open` that of the
 * braces.
 */
export type Part =
  { kind: 'text'; text: string; start: number } | { kind: 'slot'; source: string; start: number; open: number };

/**
 * Splits a text into text and slots. The last two of a run of braces open a slot and the first two after it close it,
 * so `{"a":{"b":{{x|json}}}}` holds one slot between `{"a":{"b":` and `}}`. A backslash makes `\{{` plain text.
 */
export function splitText(text: string): { parts: Part[]; problem?: TemplateProblem } {
  const parts: Part[] = [];
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
    if (close === -1) return { parts, problem: unclosed(open) };
    addText(parts, text.slice(from, backslashes > 1 ? open - 1 : open), from);
    parts.push({ kind: 'slot', source: text.slice(open + 2, close), start: open + 2, open });
    from = searchFrom = close + 2;
  }
  addText(parts, text.slice(from), from);
  return { parts };
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

/** Finds the closing braces; braces inside `[…]` belong to a name. */
function findClose(text: string, from: number): number {
  let inBrackets = false;
  for (let at = from; at < text.length - 1; at++) {
    const sign = text[at];
    if (sign === '[') inBrackets = true;
    else if (sign === ']') inBrackets = false;
    else if (!inBrackets && sign === '}' && text[at + 1] === '}') return at;
  }
  return -1;
}

function unclosed(open: number): TemplateProblem {
  return {
    offset: open,
    length: 2,
    code: 'unclosed_slot',
    message: 'the slot that opens here with "{{" is never closed',
    hint: 'close it with "}}", or write "\\{{" for plain braces',
  };
}
