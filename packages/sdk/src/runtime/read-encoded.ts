/** What a text means with all parts of it that are base64, whose lines may be broken. */
export function readBase64(text: string): string {
  return unbroken(text)
    .split(/[^A-Za-z0-9+/_-]/)
    .filter(isLong)
    .flatMap((run) =>
      // A value in the middle of base64 begins at any of four places.
      [0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64').toString('utf8')),
    )
    .join('\n');
}

/** The same of hex, whose bytes may be parted: `61:62`. */
export function readHex(text: string): string {
  const joined = unbroken(text).replaceAll(/(?<=[0-9a-f]{2})[:-](?=[0-9a-f]{2})/gi, '');
  return joined
    .split(/[^0-9a-f]/i)
    .filter(isLong)
    .flatMap((run) =>
      // What stands before it may be hex as well: then a byte begins at either sign.
      [0, 1].map((skipped) => Buffer.from(run.slice(skipped), 'hex').toString('utf8')),
    )
    .join('\n');
}

/** What a text of UTF-16 means that was read as one of single bytes. */
export function readUtf16(text: string): string {
  return text.replaceAll('\0', '');
}

/** A shorter run may be anything. A regular expression that matches all of one fails where it has millions of signs. */
const isLong = ({ length }: string): boolean => length >= 8;

/** Mail and some services break the lines of what is encoded, also in a text of JSON that is a text itself. */
function unbroken(text: string): string {
  return text.replaceAll(/\s|\\(?=[\\rnt])|(?<=\\)[rnt]/g, '');
}
