import { Problem } from '@tallyhook/schemas';

/** Deeper than any service nests, and far from overflowing a stack or a database document. */
const maxLevels = 100;

const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Refuses JSON text that is nested too deep, before it is parsed: the parser would take seconds.
 * @throws Problem `invalid_request`; `what` names the text in its message.
 */
export function refuseDeepText(text: string, what: string): void {
  let level = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (inString) {
      if (sign === backslash) at++;
      else if (sign === quote) inString = false;
    } else if (sign === quote) inString = true;
    else if (opening.has(sign)) level++;
    else if (closing.has(sign)) level--;
    if (level > maxLevels)
      throw new Problem('invalid_request', `${what} is nested more than ${maxLevels} levels deep: reduce the nesting.`);
  }
}
