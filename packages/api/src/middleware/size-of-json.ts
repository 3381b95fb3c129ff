const quote = 0x22;
const backslash = 0x5c;

/** Each text counts as at most this many bytes: the length of an id. */
const countedBytes = 24;

/**
 * Measures how much JSON there is to parse: a text counts as no more than an id, since long texts are only compared.
 * Invalid JSON gets some size too.
 */
export function sizeOfJson(json: Buffer): number {
  let size = json.length;
  for (let start = json.indexOf(quote); start >= 0;) {
    const end = endOfText(json, start);
    if (end < 0) break;
    size -= Math.max(0, end - start - 1 - countedBytes);
    start = json.indexOf(quote, end + 1);
  }
  return size;
}

function endOfText(json: Buffer, start: number): number {
  let end = json.indexOf(quote, start + 1);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf(quote, end + 1);
  return end;
}

function isEscaped(json: Buffer, at: number): boolean {
  let before = at - 1;
  while (json[before] === backslash) before -= 1;
  return (at - before) % 2 === 0;
}
