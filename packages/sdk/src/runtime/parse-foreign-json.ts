/**
 * Parses JSON from another service. An integer beyond ±(2^53 − 1), which JavaScript cannot represent, becomes a string
 * of its digits, so that ids stay exact: 17841405793187219 would become 17841405793187220. Otherwise like `JSON.parse`.
 * @throws SyntaxError.
 */
export function parseForeignJson(text: string): unknown {
  return JSON.parse(longNumber.test(text) ? quoteLongNumbers(text) : text) as unknown;
}

/** An integer that is too large has at least this many digits. Few texts contain one. */
const longNumber = /\d{16}/;
const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];

// A reviver could do this (`context.source`), but takes 45 seconds for 25 MB of small numbers instead of one.
function quoteLongNumbers(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = endOfText(text, at);
    else if (isOfNumber(sign)) {
      let end = at + 1;
      while (isOfNumber(text.charCodeAt(end))) end++;
      if (end - at >= 16 && isTooLarge(text.slice(at, end)) && !isKey(text, end)) {
        parts.push(text.slice(from, at), `"${text.slice(at, end)}"`);
        from = end;
      }
      at = end - 1;
    }
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

/** The position of the closing quote of a string, or the end of the text. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === backslash) at++;
    else if (sign === quote) return at;
  }
  return text.length;
}

/** Digits and + - . e E. */
function isOfNumber(sign: number): boolean {
  return (sign >= 0x30 && sign <= 0x39) || sign === 0x2b || sign === 0x2d || sign === 0x2e || (sign | 0x20) === 0x65;
}

/** Whether a token is a JSON integer that a JavaScript number cannot represent. */
export function isTooLarge(token: string): boolean {
  return /^-?[1-9]\d*$/.test(token) && !Number.isSafeInteger(Number(token));
}

/** Whether it is followed by a colon: a number is not a valid key, but would become one if quoted. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text.charAt(at))) at++;
  return text.charCodeAt(at) === colon;
}
