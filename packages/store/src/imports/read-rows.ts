import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { readCheckedBytes, type CheckedBytes } from './checked-bytes.ts';
import { isBlank } from './column-profile.ts';
import { findForm, type CsvForm } from './delimiters.ts';
import { refuseImport } from './import-problem.ts';

/** One row of a CSV file. */
export interface CsvRow {
  /** The line of the file where it begins; the first is 1. */
  line: number;
  cells: string[];
}

/** An open CSV file. */
export interface CsvFile {
  bytes: CheckedBytes;
  delimiter: string;
  /** The head line. */
  head: CsvRow;
  /** The rows after the head line, in batches; empty lines are left out. */
  rows: AsyncIterable<CsvRow[]>;
}

const rowsAtOnce = 2_000;
/** From this size on, fewer rows are yielded at once. */
const charactersAtOnce = 1024 * 1024;
const maxRowBytes = 4 * 1024 * 1024;
const maxHeadBytes = 256 * 1024;
const [newline, carriageReturn, quote] = [10, 13, 34];
const lineBreak = /\r\n|\n|\r/g;

/** How to read a CSV file. */
export interface CsvOptions {
  /** Default: found in the first lines. */
  delimiter?: string | undefined;
  /** A label of the Encoding Standard, such as `windows-1252`; default UTF-8. */
  encoding?: string | undefined;
}

/**
 * Opens a CSV file (RFC 4180): quotes, line breaks in quotes, any line ending, a byte order mark, a first line such as
 * `sep=;`. The delimiter is the comma, semicolon, tab or pipe that splits the first rows alike. Rows without any value
 * are left out.
 * @throws Problem `invalid_import`.
 */
export async function readCsv(source: AsyncIterable<Buffer>, options: CsvOptions = {}): Promise<CsvFile> {
  const bytes = readCheckedBytes(source, options);
  const chunks = bytes.chunks();
  const begin = await readFirstLines(chunks);
  const form = findForm(begin.subarray(0, maxHeadBytes).toString('utf8'), options.delimiter);
  const { delimiter } = form;
  const rows = readRows(withoutLines(begin, form.skippedLines), chunks, form);
  const first = await rows.next();
  if (first.done) throw refuseImport([{ code: 'empty_file', detail: 'The file is empty: it needs a header line.' }]);
  const [head, ...rest] = first.value;
  return { bytes, delimiter, head: head!, rows: withFirst(rest, rows) };
}

async function* withFirst(first: CsvRow[], rows: AsyncGenerator<CsvRow[]>): AsyncGenerator<CsvRow[]> {
  if (first.length > 0) yield first;
  yield* rows;
}

/** Reads enough to recognise the form of the file. */
async function readFirstLines(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  while (length < maxHeadBytes) {
    const next = await chunks.next();
    if (next.done) break;
    parts.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(parts);
}

function withoutLines(bytes: Buffer, lines: number): Buffer {
  let at = 0;
  for (let line = 0; line < lines; line += 1) {
    const end = /\r\n|\n|\r/.exec(bytes.subarray(at, at + 1024).toString('latin1'))!;
    at += end.index + end[0].length;
  }
  return bytes.subarray(at);
}

/**
 * Splits whole lines without quotation marks, which is several times faster than parsing. The parser takes over at the
 * first line that may contain one.
 */
async function* readRows(begin: Buffer, chunks: AsyncGenerator<Buffer>, form: CsvForm): AsyncGenerator<CsvRow[]> {
  const { delimiter } = form;
  let line = 1 + form.skippedLines;
  let rest = begin;
  for (;;) {
    const quoted = rest.indexOf(quote);
    const plain = wholeLines(quoted === -1 ? rest : rest.subarray(0, quoted));
    const lines = linesOf(plain);
    yield* splitLines(lines, { line, delimiter });
    line += lines.length;
    rest = rest.subarray(plain.length);
    if (quoted !== -1) break;
    if (rest.length > maxRowBytes) throw rowTooLong(line);
    const next = await chunks.next();
    if (next.done) break;
    rest = Buffer.concat([rest, next.value]);
  }
  if (rest.length > 0) yield* parseRows(rest, chunks, { line, form });
}

/** The bytes up to the last line ending. A carriage return at the very end may be half of a CRLF. */
function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(newline);
  if (end !== -1 || bytes.length < 2) return bytes.subarray(0, end + 1);
  return bytes.subarray(0, bytes.lastIndexOf(carriageReturn, bytes.length - 2) + 1);
}

function linesOf(bytes: Buffer): string[] {
  if (bytes.length === 0) return [];
  const lines = bytes.toString('utf8').split(bytes.includes(carriageReturn) ? lineBreak : '\n');
  lines.pop();
  return lines;
}

function* splitLines(lines: string[], { line, delimiter }: { line: number; delimiter: string }): Generator<CsvRow[]> {
  const most = Math.ceil(lines.length / Math.ceil(lines.length / rowsAtOnce));
  for (let begin = 0; begin < lines.length; begin += most) {
    const rows: CsvRow[] = [];
    const end = Math.min(begin + most, lines.length);
    for (let at = begin; at < end; at++) {
      const text = lines[at]!;
      if (text === '') continue;
      const cells = text.split(delimiter);
      if (!hasNoValue(text, cells)) rows.push({ line: line + at, cells });
    }
    if (rows.length > 0) yield rows;
  }
}

async function* parseRows(
  begin: Buffer,
  chunks: AsyncGenerator<Buffer>,
  { line: firstLine, form: { delimiter, isSpaced } }: { line: number; form: CsvForm },
): AsyncGenerator<CsvRow[]> {
  const source = async function* () {
    yield begin;
    yield* chunks;
  };
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    ltrim: isSpaced,
    max_record_size: maxRowBytes,
  });
  pipeline(Readable.from(source()), parser, () => undefined);
  let line = firstLine;
  let rows: CsvRow[] = [];
  let characters = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (!hasNoValue(cells[0]!, cells)) rows.push({ line, cells });
      line += 1 + lineBreaksIn(cells);
      for (const cell of cells) characters += cell.length;
      if (rows.length < rowsAtOnce && characters < charactersAtOnce) continue;
      yield rows;
      rows = [];
      characters = 0;
    }
  } catch (error) {
    throw error instanceof CsvError ? brokenCsv(error, line) : error;
  }
  if (rows.length > 0) yield rows;
}

/** Whether a row consists of blank cells only. `first` begins like the row, so that most are decided by one character. */
function hasNoValue(first: string, cells: string[]): boolean {
  const code = first.charCodeAt(0);
  if (code > 59 && code !== 124 && code !== 160) return false;
  return cells.every(isBlank);
}

function lineBreaksIn(cells: string[]): number {
  let breaks = 0;
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) breaks += cell.match(lineBreak)!.length;
  }
  return breaks;
}

function brokenCsv(error: CsvError, line: number): Error {
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return rowTooLong(line);
    case 'CSV_QUOTE_NOT_CLOSED':
      return brokenQuotes(
        line,
        'A quotation mark opened in or after this line is not closed before the end of the file',
      );
    default:
      return brokenQuotes(line, 'A cell in or after this line has a quotation mark in the middle');
  }
}

function brokenQuotes(line: number, what: string): Error {
  const detail = `${what}: enclose the whole cell in quotation marks and double those inside.`;
  return refuseImport([{ code: 'broken_quotes', line, detail }]);
}

function rowTooLong(line: number): Error {
  const detail = 'A row that starts in or after this line is longer than 4 MiB: is a closing quotation mark missing?';
  return refuseImport([{ code: 'row_too_long', line, detail }]);
}
