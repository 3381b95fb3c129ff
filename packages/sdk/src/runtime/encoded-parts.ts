/** Signs by their code. */
export type Signs = Uint8Array;

export const hexSigns = signsOf('0123456789abcdefABCDEF:-');
export const encodedSigns = signsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-=:');

function signsOf(text: string): Signs {
  const signs = new Uint8Array(128);
  for (const sign of text) signs[sign.charCodeAt(0)] = 1;
  return signs;
}

/** More than the longest line that anybody breaks base64 into. */
const longestLine = 100;

/**
 * Lines break in a text, or in a text of JSON that is a text itself; what follows is indented at times. Without bounds a
 * text of millions of blanks would be too much for a regular expression.
 */
const toNextLine = /[ \t]{0,99}(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)[ \t]{0,99}(?=[A-Za-z0-9+/_=:-])/y;
const firstLine = /[A-Za-z0-9+/_=:-]+[ \t]*(?:\r?\n|(?:\\+r)?\\+n)[ \t]*$/;

/**
 * Replaces the parts of a text in which so many of the signs stand in a row, each with the lines before and behind it that
 * may belong to it. Words are shorter: such a row has a sign at every so manieth place, and only those are looked at.
 */
export function replaceRows(
  text: string,
  { signs, shortest }: { signs: Signs; shortest: number },
  replace: (part: string) => string,
): string {
  let [result, done, last] = ['', 0, shortest - 1];
  while (last < text.length) {
    let first = last;
    while (first >= done && signs[text.charCodeAt(first)] === 1) first--;
    if (last - first < shortest) {
      last = first + shortest;
      continue;
    }
    const begin = beginOf(text, first + 1, done);
    const end = endOf(text, last + 1, signs);
    result += text.slice(done, begin) + replace(text.slice(begin, end));
    done = end;
    last = end + shortest - 1;
  }
  return done === 0 ? text : result + text.slice(done);
}

function beginOf(text: string, row: number, done: number): number {
  const before = text.slice(Math.max(done, row - longestLine), row);
  return row - (firstLine.exec(before)?.[0].length ?? 0);
}

function endOf(text: string, row: number, signs: Signs): number {
  let end = endOfLine(text, row, signs);
  for (toNextLine.lastIndex = end; toNextLine.test(text); toNextLine.lastIndex = end)
    end = endOfLine(text, toNextLine.lastIndex, encodedSigns);
  return end;
}

function endOfLine(text: string, begin: number, signs: Signs): number {
  let end = begin;
  while (signs[text.charCodeAt(end)] === 1) end++;
  return end;
}
