import { Problem } from '@tallyhook/schemas';

/** Deeper than any service nests, and far from what overflows a stack or a database document. */
const mostLevels = 100;

const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Refuses JSON text that is nested too deep, before anything parses it.
 * @throws Problem `invalid_request`.
 */
export function refuseDeepText(text: Buffer): void {
  let level = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!;
    if (inString) {
      if (byte === backslash) at++;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (opening.has(byte)) level++;
    else if (closing.has(byte)) level--;
    if (level > mostLevels) throw tooDeep();
  }
}

/**
 * Refuses a value that is nested too deep; walks it without recursion.
 * @throws Problem `invalid_request`.
 */
export function refuseDeepValue(value: unknown): void {
  let values = [value];
  for (let level = 0; values.length > 0; level++) {
    if (level > mostLevels) throw tooDeep();
    values = values.flatMap((each) =>
      typeof each === 'object' && each !== null ? (Object.values(each) as unknown[]) : [],
    );
  }
}

function tooDeep(): Problem {
  return new Problem('invalid_request', `The body is nested more than ${mostLevels} levels deep: nest it less.`);
}
