/** The encodings in which a value may occur: plain, URL and form, JSON, and base64. */
export const encodings: readonly ((value: string) => string)[] = [
  (value) => value,
  percent,
  (value) => percent(value).replaceAll('%20', '+'),
  (value) => percent(value).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  (value) => JSON.stringify(value).slice(1, -1),
  base64,
  (value) => base64(value).replace(/=+$/, ''),
  (value) => percent(base64(value)),
  (value) => Buffer.from(value, 'utf8').toString('base64url'),
];

function percent(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

function base64(value: string): string {
  return Buffer.from(value, 'utf8').toString('base64');
}

/** A shorter value would match base64 by chance. */
const minBytesInBase64 = 8;

/**
 * The substrings of the base64 of any text that contains the value. Three bytes become four characters, so the value
 * can start at three offsets. Characters shared with neighbouring bytes are left out.
 */
export function insideBase64(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  if (bytes.length < minBytesInBase64) return [];
  return (['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].map((before) => {
      const padded = Buffer.concat([Buffer.alloc(before), bytes]);
      return padded.toString(encoding).slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6));
    }),
  );
}

/** A credential without its scheme: `X` for `Bearer X`; undefined if it has none. */
export function withoutScheme(value: string): string | undefined {
  return /^(?:Bearer|Basic|Token|Bot) +(\S.*)$/is.exec(value)?.[1];
}
