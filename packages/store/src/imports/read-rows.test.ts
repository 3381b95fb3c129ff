import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readCsv, type CsvRow } from './read-rows.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string | Buffer, chunkSize = 1 << 20) {
  const file = await readCsv(inChunks(Buffer.from(text), chunkSize));
  const rows: CsvRow[] = [];
  for await (const batch of file.rows) rows.push(...batch);
  return { head: file.head, rows, delimiter: file.delimiter, bytes: file.bytes };
}

async function mistakeOf(text: string | Buffer, chunkSize?: number) {
  const problem = await read(text, chunkSize).then(
    () => assert.fail('the file was read'),
    (error: unknown) => error,
  );
  assert.ok(problem instanceof Problem, String(problem));
  const [{ code, line, detail }] = problem.errors as [{ code: string; line?: number; detail: string }];
  return { code, line, detail };
}

describe('CSV files', () => {
  it('yield rows with line numbers for any line ending', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      for (const chunkSize of [1, 2, 3, 5, 1000]) {
        const { head, rows } = await read(['a,b', '1,2', '', '3,4', ''].join(end), chunkSize);
        assert.deepEqual(head, { line: 1, cells: ['a', 'b'] });
        assert.deepEqual(rows, [
          { line: 2, cells: ['1', '2'] },
          { line: 4, cells: ['3', '4'] },
        ]);
      }
    }
  });

  it('allow delimiters, line breaks and doubled quotation marks inside quotes', async () => {
    const { rows } = await read('a,b\n1,"x, ""y""\r\nz"\n2,w\n');
    assert.deepEqual(rows, [
      { line: 2, cells: ['1', 'x, "y"\r\nz'] },
      { line: 4, cells: ['2', 'w'] },
    ]);
  });

  it('may start with a byte order mark and empty lines, and end without a line break', async () => {
    for (const chunkSize of [1, 2, 3, 4, 100]) {
      const { head, rows } = await read('\ufeff\n\na,ü€😀\n1,ü€😀', chunkSize);
      assert.deepEqual(head, { line: 3, cells: ['a', 'ü€😀'] });
      assert.deepEqual(rows, [{ line: 4, cells: ['1', 'ü€😀'] }]);
    }
  });

  it('may be separated by commas, semicolons or tabs, as in their header line', async () => {
    assert.equal((await read('a;b,c;d\n1;2;3')).delimiter, ';');
    assert.equal((await read('a\tb,c\td\n1\t2\t3')).delimiter, '\t');
    assert.equal((await read('a,b\n1,2;3;4')).delimiter, ',');
    assert.equal((await read('"a;b;c",d\n1,2')).delimiter, ',');
  });

  it('have the digest and size of their bytes', async () => {
    const { bytes } = await read('\ufeffa\n1\n', 2);
    const content = Buffer.from('\ufeffa\n1\n');
    assert.equal(bytes.sizeBytes, content.length);
    assert.equal(bytes.digest(), createHash('sha256').update(content).digest('hex'));
  });

  it('are read the same however the bytes are split', async () => {
    const cell = fc.oneof(fc.constantFrom('', ' ', 'a', 'ä"', '"', ',', '\n', '\r\n', 'NA', '1.5', '\r'), fc.string());
    const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 8 });
    const end = fc.constantFrom('\n', '\r\n');
    const hasValue = (row: string[]) => row.some((text) => text.trim() !== '');
    await fc.assert(
      fc.asyncProperty(table, end, fc.integer({ min: 1, max: 40 }), async (cells, lineEnd, chunkSize) => {
        const text = `h1,h2${lineEnd}${cells.map((row) => row.map(quoted).join(',')).join(lineEnd)}${lineEnd}`;
        if (text.includes('\0') || !text.isWellFormed()) return;
        const expected = parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'], info: true });
        const { rows } = await read(text, chunkSize);
        assert.deepEqual(
          rows.map((row) => row.cells),
          (expected as unknown as { record: string[] }[])
            .slice(1)
            .map(({ record }) => record)
            .filter(hasValue),
        );
        const breaksBefore = (index: number) =>
          cells.slice(0, index).reduce((sum, row) => sum + (row.join(',').match(/\r\n|\n|\r/g) ?? []).length, 0);
        assert.deepEqual(
          rows.map(({ line }) => line),
          cells.flatMap((row, index) => (hasValue(row) ? [2 + index + breaksBefore(index)] : [])),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('are refused if empty', async () => {
    for (const text of ['', '\n\n', '\ufeff']) assert.equal((await mistakeOf(text)).code, 'empty_file');
  });

  it('are refused with the first line that is not UTF-8', async () => {
    const latin1 = Buffer.concat([Buffer.from('name\nAna\n'), Buffer.from('Jos\u00e9\nBen\n', 'latin1')]);
    for (const chunkSize of [1, 4, 1000]) {
      const mistake = await mistakeOf(latin1, chunkSize);
      assert.deepEqual([mistake.code, mistake.line], ['wrong_encoding', 3]);
      assert.equal(
        mistake.detail,
        'The file contains a byte that is not valid UTF-8: name its encoding, such as windows-1252, or save it as text in UTF-8 ("CSV UTF-8" in a spreadsheet).',
      );
    }
    const wide = await mistakeOf(Buffer.from('\ufeffa,b\n1,2', 'utf16le'));
    assert.equal(wide.code, 'wrong_encoding');
    assert.match(wide.detail, /name the encoding utf-16le/);
    assert.equal((await mistakeOf(Buffer.from('a,b\n1,2', 'utf16le'))).code, 'wrong_encoding');
    const archive = await mistakeOf('PK\u0003\u0004...');
    assert.equal(archive.code, 'not_csv');
    assert.match(archive.detail, /spreadsheet or an archive/);
    assert.deepEqual((await read('PK,name\n1,Ana\n')).head.cells, ['PK', 'name']);
    assert.deepEqual((await mistakeOf('a\n1\n\0')).line, 3);
    assert.equal((await mistakeOf(Buffer.from([0x61, 0x0a, 0xc3]))).code, 'wrong_encoding');
  });

  it('are refused with the line of a broken quotation', async () => {
    for (const [text, line] of [
      ['a,b\n1,"x\n2,y\n', 2],
      ['a,b\n1,2\n"x"y,3\n', 3],
      ['a,b\n1,2\n3,x"y\n', 3],
    ] as const) {
      const mistake = await mistakeOf(text);
      assert.deepEqual([mistake.code, mistake.line], ['broken_quotes', line]);
    }
  });

  it('are refused if a row is longer than 4 MiB', async () => {
    const long = 'x'.repeat(5 * 1024 * 1024);
    assert.deepEqual((await mistakeOf(`a\n1\n${long}\n`, 1 << 20)).code, 'row_too_long');
    assert.deepEqual((await mistakeOf(`a\n1\n"${long}\n${long}`, 1 << 20)).code, 'row_too_long');
  });
});
