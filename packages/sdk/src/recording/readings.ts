import { readEntities } from '../runtime/entities.ts';
import { readBase64, readHex, readUtf16 } from '../runtime/read-encoded.ts';

/** What a text means once it is read, and how it was written. */
export interface Reading {
  text: string;
  spelling: string;
}

/** All that a text may mean, up to two encodings deep. */
export function readingsOf(text: string): Reading[] {
  const once = decodings(text);
  const twice = once.flatMap((outer) =>
    decodings(outer.text).map((inner) => ({ text: inner.text, spelling: `${inner.spelling}, ${outer.spelling}` })),
  );
  return [{ text, spelling: 'in other capitals' }, ...once, ...twice];
}

/** What a text may mean once it is read, with all parts of it that are encoded in one way. */
function decodings(text: string): Reading[] {
  const percent = readPercent(text);
  const escaped = text
    .replaceAll(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll(/\\+(["\\/])/g, '$1');
  return [
    { text: percent, spelling: 'percent-encoded' },
    { text: percent.replaceAll('+', ' '), spelling: 'encoded as a form' },
    { text: escaped, spelling: 'escaped as in JSON' },
    { text: readEntities(text), spelling: 'escaped as in HTML' },
    { text: readBase64(text), spelling: 'in base64' },
    { text: readHex(text), spelling: 'in hex' },
    { text: readUtf16(text), spelling: 'in UTF-16' },
  ].filter((reading) => reading.text !== text && reading.text !== '');
}

/** A text with what is percent-encoded in it read as UTF-8. */
export function readPercent(text: string): string {
  return text.replaceAll(/(%[0-9a-f]{2})+/gi, (codes) =>
    Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}
