import { refuseImport } from './import-problem.ts';
import { maxPieceBytes } from './json-lines.ts';
import type { JsonPiece } from './read-json.ts';

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const maxDepth = 100;

/** Where the reader is in the list. */
interface Place {
  state: 'before' | 'inside' | 'after';
  /** The number of the element, from 1. */
  record: number;
  /** How many brackets are open in the element. */
  depth: number;
  isInText: boolean;
}

/**
 * Splits a JSON list into the texts of its elements, without holding more than one chunk and one element. Whether an
 * element is valid JSON is for the caller to find out.
 * @throws Problem `invalid_import` if it is not a list, does not end, or an element is too long or too deep.
 */
export async function* splitList(chunks: AsyncIterable<Buffer>): AsyncGenerator<JsonPiece[]> {
  const place: Place = { state: 'before', record: 1, depth: 0, isInText: false };
  let rest: Buffer = Buffer.alloc(0);
  let from = 0;
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const { pieces, begin, at } = scan(bytes, from, place);
    yield pieces;
    rest = bytes.subarray(begin);
    from = at - begin;
    if (rest.length > maxPieceBytes) throw refuse('row_too_long', 'The record is longer than 4 MiB.', place.record);
  }
  if (place.state === 'before') throw refuse('empty_file', 'The file is empty: it needs a list of objects.');
  if (place.state === 'inside') {
    throw refuse('invalid_json', 'The file ends before its list is closed with "]": is it complete?', place.record);
  }
}

/** Reads on from `at`; what is left from `begin` belongs to an element that is not complete. */
function scan(bytes: Buffer, from: number, place: Place): { pieces: JsonPiece[]; begin: number; at: number } {
  const pieces: JsonPiece[] = [];
  let begin = 0;
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (place.isInText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) place.isInText = false;
    } else if (place.state !== 'inside') {
      if (isSpace(byte)) continue;
      if (place.state === 'after') throw refuse('invalid_json', 'There is text after the end of the list.');
      if (byte !== openList) throw notAList(byte);
      place.state = 'inside';
      begin = at + 1;
    } else if (byte === quote) place.isInText = true;
    else if (byte === openObject || byte === openList) {
      if (++place.depth > maxDepth) {
        throw refuse('too_deep', `The record has more than ${maxDepth} brackets inside each other.`, place.record);
      }
    } else if ((byte === closeObject || byte === closeList) && place.depth > 0) place.depth -= 1;
    else if (place.depth === 0 && (byte === comma || byte === closeList)) {
      const text = bytes.toString('utf8', begin, at);
      const isLast = byte === closeList;
      if (text.trim() !== '') pieces.push({ line: place.record, text });
      else if (!isLast || place.record > 1) throw missingRecord(place.record);
      begin = at + 1;
      if (isLast) place.state = 'after';
      else place.record += 1;
    }
  }
  return { pieces, begin: place.state === 'inside' ? begin : bytes.length, at };
}

const isSpace = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;

function notAList(byte: number): Error {
  const advice =
    byte === openObject
      ? 'put the objects into a list, or send one object per line as NDJSON (a file named .ndjson or .jsonl)'
      : 'expected a list of objects, such as [{"name": "Ada"}]';
  return refuse('not_a_list', `The file does not begin with "[": ${advice}.`);
}

function missingRecord(record: number): Error {
  return refuse('invalid_json', 'There is no record between two commas, or after the last one.', record);
}

function refuse(code: string, detail: string, record?: number): Error {
  return refuseImport([{ code, detail, ...(record !== undefined && { record }) }]);
}
