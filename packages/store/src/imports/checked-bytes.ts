import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { refuseImport } from './import-problem.ts';

/** The bytes of a file, read once, with their count and digest. */
export interface CheckedBytes {
  /** The bytes of the text; read them only once. */
  chunks(): AsyncGenerator<Buffer>;
  /** How many bytes were read. */
  readonly sizeBytes: number;
  /** The SHA-256 of all bytes; call it once, at the end. */
  digest(): string;
}

const newline = 10;
const asSpreadsheet = '"CSV UTF-8" in a spreadsheet';
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads a file as UTF-8 text, without its byte order mark. A file in another `encoding` is decoded first. `advice` says
 * what to do about a file in none.
 * @throws Problem `invalid_import` while reading bytes that are not in its encoding, with the line.
 */
export function readCheckedBytes(
  file: AsyncIterable<Buffer>,
  { encoding = 'utf-8', advice }: { encoding?: string | undefined; advice?: string } = {},
): CheckedBytes {
  const source = encoding === 'utf-8' ? file : decode(file, encoding);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let lines = 1;

  async function* checked(): AsyncGenerator<Buffer> {
    let rest: Buffer = Buffer.alloc(0);
    let isFirst = true;
    for await (const chunk of source) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (isFirst) {
        if (bytes.length < byteOrderMark.length + 1) {
          rest = bytes;
          continue;
        }
        isFirst = false;
        bytes = withoutMark(bytes, advice);
      }
      const whole = wholeCharacters(bytes);
      rest = bytes.subarray(whole);
      const text = bytes.subarray(0, whole);
      check(text);
      yield text;
    }
    if (isFirst) rest = withoutMark(rest, advice);
    check(rest);
    if (rest.length > 0) yield rest;
  }

  const check = (text: Buffer) => {
    if (!isUtf8(text) || text.includes(0)) throw notText(text, lines, advice);
    for (let at = text.indexOf(newline); at !== -1; at = text.indexOf(newline, at + 1)) lines += 1;
  };

  return {
    get sizeBytes() {
      return sizeBytes;
    },
    digest: () => hash.digest('hex'),
    chunks: checked,
  };
}

/** Decodes text to UTF-8; `encoding` is a label of the Encoding Standard. */
async function* decode(file: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const refuse = (): never => {
    throw wrongEncoding(`The file contains bytes that are not ${encoding}: name its encoding, or save it as UTF-8.`);
  };
  const read = (bytes: Buffer, isLast: boolean) => {
    try {
      return Buffer.from(decoder.decode(bytes, { stream: !isLast }), 'utf8');
    } catch {
      return refuse();
    }
  };
  for await (const chunk of file) {
    const text = read(chunk, false);
    if (text.length > 0) yield text;
  }
  const rest = read(Buffer.alloc(0), true);
  if (rest.length > 0) yield rest;
}

/** Whether a text is the label of an encoding that files can be read in. */
export function isEncoding(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

function withoutMark(bytes: Buffer, advice: string | undefined): Buffer {
  const begin = bytes.subarray(0, 2).toString('latin1');
  if (begin === '\xff\xfe' || begin === '\xfe\xff') {
    const name = begin === '\xff\xfe' ? 'utf-16le' : 'utf-16be';
    const otherwise = `name the encoding ${name}, or save it as UTF-8 (${asSpreadsheet})`;
    throw wrongEncoding(`The file is UTF-16: ${advice ?? otherwise}.`);
  }
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04') {
    const detail = `The file is a spreadsheet or an archive: ${advice ?? 'export it as CSV in UTF-8'}.`;
    throw refuseImport([{ code: 'not_csv', detail }]);
  }
  return bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;
}

/** The number of bytes before a character that continues in the next chunk. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return back < characterLength(byte) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

function notText(bytes: Buffer, lines: number, given: string | undefined): Error {
  const zero = bytes.indexOf(0);
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8(bytes.subarray(0, wholeCharacters(bytes.subarray(0, middle))))) good = middle;
    else bad = middle;
  }
  const at = zero === -1 ? good : Math.min(zero, good);
  const line = lines + bytes.subarray(0, at).toString('latin1').split('\n').length - 1;
  const what = zero !== -1 && zero <= at ? 'a zero byte' : 'a byte that is not valid UTF-8';
  const advice = given ?? `name its encoding, such as windows-1252, or save it as text in UTF-8 (${asSpreadsheet})`;
  return wrongEncoding(`The file contains ${what}: ${advice}.`, line);
}

const wrongEncoding = (detail: string, line?: number): Error =>
  refuseImport([{ code: 'wrong_encoding', line, detail }]);
