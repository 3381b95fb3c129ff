/** A name in brackets and the position after it. */
export interface BracketedName {
  name: string;
  end: number;
}

/**
 * Reads the bracketed name that starts at a position. Brackets in the name must be balanced, as in the fields of a
 * form: `[data[id]]` is `data[id]`. A backslash escapes an unbalanced bracket, and a backslash before a bracket.
 * Undefined if the bracket is not closed: after an inner bracket, two closing braces end the slot.
 */
export function readBracketed(text: string, from: number): BracketedName | undefined {
  let name = '';
  let depth = 0;
  let hasBrackets = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '\\' && /[[\]\\]/.test(text[at + 1] ?? '')) {
      name += text[++at]!;
      continue;
    }
    if (hasBrackets && text.startsWith('}}', at)) return undefined;
    if (sign === '[') depth++;
    if (sign === ']') depth--;
    if (depth === 0) return { name: name.slice(1), end: at + 1 };
    hasBrackets ||= depth > 1;
    name += sign;
  }
  return undefined;
}

/** Writes a name in brackets so that it reads back as the same name. */
export function writeBracketed(name: string): string {
  const written = `[${name}]`;
  const read = readBracketed(written, 0);
  return read?.name === name && read.end === written.length ? written : `[${name.replaceAll(/[[\]\\]/g, '\\$&')}]`;
}
