/** A name in brackets, and where the text goes on behind it. */
export interface BracketedName {
  name: string;
  end: number;
}

/**
 * Reads the name whose opening bracket stands at a place of a text. Brackets in it come in pairs, as the fields of a
 * form have them: `[data[id]]` is `data[id]`. One alone has a backslash before it, and so has a backslash before one.
 * Undefined where the bracket is not closed: behind a bracket inside, two closing braces are the end of the slot.
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

/** Writes a name in brackets, so that it is read as that name. */
export function writeBracketed(name: string): string {
  const written = `[${name}]`;
  const read = readBracketed(written, 0);
  return read?.name === name && read.end === written.length ? written : `[${name.replaceAll(/[[\]\\]/g, '\\$&')}]`;
}
