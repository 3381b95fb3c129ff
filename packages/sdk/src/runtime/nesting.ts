import { Problem } from '@tallyhook/schemas';

/** Deeper than any service nests, and far from overflowing a stack or a database document. */
const maxLevels = 100;
/** More values than any service sends at once; parsing many more would hold up all other requests. */
const maxValues = 200_000;
/** Fields of a form. */
const maxFields = 10_000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Refuses JSON text that is nested too deep or has too many values, before it is parsed: the parser would take seconds.
 * @throws Problem `invalid_request`; `what` names the text in its message.
 */
export function refuseHeavyText(text: string, what: string): void {
  let level = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) {
      at = endOfString(text, at);
    } else if (sign === openList || sign === openObject) {
      level++;
      values++;
    } else if (sign === closeList || sign === closeObject) level--;
    else if (sign === comma) values++;
    if (level > maxLevels)
      throw new Problem('invalid_request', `${what} is nested more than ${maxLevels} levels deep: reduce the nesting.`);
    if (values > maxValues)
      throw new Problem('invalid_request', `${what} has more than ${maxValues} values: send it in parts.`);
  }
}

/** The place of the quotation mark that ends a string; the end of the text if none does. */
function endOfString(text: string, begin: number): number {
  let end = begin;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
  } while (isEscaped(text, end));
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === backslash) before--;
  return (at - before) % 2 === 1;
}

/**
 * Refuses a form with too many fields, before it is parsed.
 * @throws Problem `invalid_request`
 */
export function refuseManyFields(body: Buffer): void {
  let fields = 1;
  for (let at = body.indexOf(0x26); at !== -1; at = body.indexOf(0x26, at + 1)) {
    fields += 1;
    if (fields > maxFields)
      throw new Problem('invalid_request', `The form has more than ${maxFields} fields: send it in parts.`);
  }
}
