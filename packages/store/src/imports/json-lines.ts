import { refuseImport } from './import-problem.ts';
import type { JsonPiece } from './read-json.ts';

const newline = 10;
/** A record is at most 1 MiB; in JSON it may be written longer. */
export const maxPieceBytes = 4 * 1024 * 1024;

/**
 * Reads the lines of NDJSON; those without text are left out.
 * @throws Problem `invalid_import` for a line over 4 MiB.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<JsonPiece[]> {
  let line = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (end: Buffer): JsonPiece[] => {
    const texts = Buffer.concat([...parts, end])
      .toString('utf8')
      .split('\n');
    const pieces = texts.map((text, index) => ({ line: line + index, text }));
    line += texts.length;
    return pieces.filter(({ text }) => text.trim() !== '');
  };
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline);
    if (end === -1) {
      parts.push(chunk);
      length += chunk.length;
    } else {
      yield take(chunk.subarray(0, end));
      parts = [chunk.subarray(end + 1)];
      length = chunk.length - end - 1;
    }
    if (length > maxPieceBytes) throw lineTooLong(line);
  }
  yield take(Buffer.alloc(0));
}

function lineTooLong(line: number): Error {
  const detail = 'The line is longer than 4 MiB: is a line break between two records missing?';
  return refuseImport([{ code: 'row_too_long', line, detail }]);
}
