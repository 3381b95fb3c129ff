import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import fc from 'fast-check';
import type { ImportMistake } from './import-problem.ts';
import { readJson, type JsonForm } from './read-json.ts';
import type { Row } from './row-format.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string | Buffer, form: JsonForm = 'list', chunkSize = 1 << 20) {
  const file = readJson(inChunks(Buffer.from(text), chunkSize), form);
  const rows: Row[] = [];
  for await (const batch of file.rows) rows.push(...batch);
  return { headers: file.columns.map(({ header }) => header), rows };
}

/** The cells of each row for all columns, or the code of its mistake. */
async function cellsOf(text: string | Buffer, form: JsonForm = 'list', chunkSize?: number) {
  const { headers, rows } = await read(text, form, chunkSize);
  return rows.map(({ cells, mistake }) => mistake?.code ?? headers.map((_, index) => cells[index]));
}

async function mistakeOf(text: string | Buffer, form: JsonForm = 'list', chunkSize?: number) {
  const problem = await read(text, form, chunkSize).then(
    () => assert.fail('the file was read'),
    (error: unknown) => error,
  );
  assert.ok(problem instanceof Problem, String(problem));
  const [{ code, line, record, detail }] = problem.errors as readonly ImportMistake[] as [ImportMistake];
  return { code, ...(line !== undefined && { line }), ...(record !== undefined && { record }), detail };
}

async function codeOf(text: string | Buffer, form: JsonForm = 'list', chunkSize?: number) {
  const { detail, ...where } = await mistakeOf(text, form, chunkSize);
  assert.ok(detail.length > 20);
  return where;
}

describe('JSON files', () => {
  it('yield objects with the values that they have, from a list or from lines, in any chunks', async () => {
    const objects = [
      { a: 1, b: 'x, "y"\\]}' },
      { b: null, c: true },
      { c: ['p', 2], d: '😀\\' },
    ];
    const expected = [
      [1, 'x, "y"\\]}', undefined, undefined],
      [undefined, undefined, true, undefined],
      [undefined, undefined, ['p', 2], '😀\\'],
    ];
    const texts: [string, JsonForm][] = [
      [JSON.stringify(objects), 'list'],
      [`\ufeff ${JSON.stringify(objects, null, 2)}\n`, 'list'],
      [objects.map((one) => JSON.stringify(one)).join('\n'), 'lines'],
      [`\ufeff\r\n${objects.map((one) => `${JSON.stringify(one)}\r\n\r\n`).join('')}`, 'lines'],
    ];
    for (const [text, form] of texts)
      for (const chunkSize of [1, 2, 3, 5, 64, 1000])
        assert.deepEqual(await cellsOf(text, form, chunkSize), expected, `${form} in chunks of ${chunkSize}`);
  });

  it('count rows by line, or by their number in the list', async () => {
    const linesOf = async (text: string, form: JsonForm) => (await read(text, form)).rows.map(({ line }) => line);
    assert.deepEqual(await linesOf('{"a":1}\n\n{"a":2}\n', 'lines'), [1, 3]);
    assert.deepEqual(await linesOf('[{"a":1},\n\n{"a":2}]', 'list'), [1, 2]);
  });

  it('are read in any chunks as JSON.parse reads the whole', async () => {
    const single = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean());
    const object = fc.dictionary(fc.constantFrom('a', 'b', '__proto__', '$where', 'a.b', '"\\'), single, {
      minKeys: 1,
    });
    const files = fc.array(object, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(files, fc.boolean(), fc.integer({ min: 1, max: 40 }), async (objects, isSpaced, chunkSize) => {
        const { headers, rows } = await read(JSON.stringify(objects, null, isSpaced ? 1 : 0), 'list', chunkSize);
        const found = rows.map(({ cells }) =>
          Object.fromEntries(
            headers.map((name, index) => [name, cells[index]]).filter(([, cell]) => cell !== undefined),
          ),
        );
        assert.deepEqual(
          found.map((one) => Object.entries(one).sort()),
          objects.map((one) => Object.entries(one).sort()),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('take keys such as __proto__, $where and a.b as names of columns', async () => {
    const { headers, rows } = await read('[{"__proto__":1,"$where":2,"a.b":3,"constructor":4,"":5}]');
    assert.deepEqual(headers, ['__proto__', '$where', 'a.b', 'constructor', 'column 5']);
    assert.deepEqual(rows[0]!.cells, [1, 2, 3, 4, 5]);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });

  it('keep the digits of a number that would lose some', async () => {
    const kept = ['1.10', '-0', '0.1', '1e3', '100000000000000000000', '9007199254740992', '0.30000000000000004'];
    for (const text of kept) assert.deepEqual(await cellsOf(`[{"a":${text}}]`), [[Number(text)]], text);
    const lost = ['9007199254740993', '12345678901234567890', '0.1234567890123456789', '1e400', '1E-400'];
    for (const text of lost) {
      assert.deepEqual(await cellsOf(`[{"a":${text}}]`), [[text]], text);
      assert.deepEqual(await cellsOf(`{"a": [1,${text}]}`, 'lines'), [[[1, text]]], text);
    }
    assert.deepEqual(await cellsOf('[{"a":"9007199254740993","b":" 1e400"}]'), [['9007199254740993', ' 1e400']]);
  });

  it('have rows that are refused: no objects, a key twice, brackets too deep', async () => {
    const texts = ['{"a":1}', '7', 'null', '"x"', '[{"a":1}]', '{"a":1,"b":2,"\\u0061":3}', '{"a":"\\":","b":1}'];
    const codes = ['not_an_object', 'not_an_object', 'not_an_object', 'not_an_object', 'duplicate_key'];
    const expected = [[1, undefined], ...codes, ['":', 1]];
    assert.deepEqual(await cellsOf(texts.join('\n'), 'lines'), expected);
    assert.deepEqual(await cellsOf(`[${texts.join(',')}]`), expected);
    const { rows } = await read('{"a":1,"a":2}', 'lines');
    assert.equal(rows[0]!.mistake?.detail, 'The record has the key "a" twice: keep one of them.');
    const deep = `{"a" :${'['.repeat(200)}${']'.repeat(200)}}`;
    assert.deepEqual(await cellsOf(deep, 'lines'), ['too_deep']);
    const oddlyDeep = `{"a":1e3,"b":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    assert.deepEqual(await cellsOf(oddlyDeep, 'lines'), ['too_deep']);
    const veryDeep = `{"a":1e3,"b":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
    assert.deepEqual(await cellsOf(veryDeep, 'lines'), ['too_deep']);
  });

  it('have values that no field holds: objects, and lists of lists, objects or null', async () => {
    const text = '{"a":{"b":{"c":1}},"d":[[1]],"e":[{"f":1}],"g":[null],"h":[]}';
    const object = { nested: 'an object' };
    const list = { nested: 'a list that holds more than texts, numbers, true and false' };
    assert.deepEqual(await cellsOf(text, 'lines'), [[object, list, list, list, []]]);
  });

  it('are refused as a whole if they are not JSON, with the place', async () => {
    assert.deepEqual(await codeOf('{"a":1}\n{"a":}\n{"a":2}', 'lines'), { code: 'invalid_json', line: 2 });
    assert.deepEqual(await codeOf('{"a":1}\n{"a":1', 'lines'), { code: 'invalid_json', line: 2 });
    assert.deepEqual(await codeOf('{"a":1}{"a":2}', 'lines'), { code: 'invalid_json', line: 1 });
    for (const text of ['[{"a":1},{"a":1]', '[{"a":1},{a:1}]', '[{"a":1},{"a":1}', '[{"a":1},', '[{"a":1},,{"a":1}]'])
      for (const chunkSize of [1, 3, 100])
        assert.deepEqual(await codeOf(text, 'list', chunkSize), { code: 'invalid_json', record: 2 }, text);
    assert.deepEqual(await codeOf('[{"a":1},]'), { code: 'invalid_json', record: 2 });
    assert.deepEqual(await codeOf('[{"a":1}] x'), { code: 'invalid_json' });
    assert.deepEqual(await codeOf('[{"a":1}][{"a":1}]'), { code: 'invalid_json' });
    assert.deepEqual(await codeOf(`[${'['.repeat(1_000_000)}`), { code: 'too_deep', record: 1 });
  });

  it('are refused if they are no list, or empty', async () => {
    const { code, detail } = await mistakeOf('{"a":1}\n{"a":2}');
    assert.equal(code, 'not_a_list');
    assert.match(detail, /NDJSON/);
    assert.deepEqual(await codeOf('"x"'), { code: 'not_a_list' });
    assert.deepEqual(await codeOf(''), { code: 'empty_file' });
    assert.deepEqual(await codeOf(' \n'), { code: 'empty_file' });
    assert.deepEqual(await codeOf('[ ]'), { code: 'no_rows' });
    assert.deepEqual(await codeOf(' \n \n', 'lines'), { code: 'no_rows' });
  });

  it('are refused if they are not UTF-8, and say how to save them', async () => {
    const latin = Buffer.from('{"a":"x"}\n{"a":"\xfc"}\n', 'latin1');
    const mistake = await mistakeOf(latin, 'lines');
    assert.deepEqual([mistake.code, mistake.line], ['wrong_encoding', 2]);
    assert.doesNotMatch(mistake.detail, /CSV|windows/);
    assert.match((await mistakeOf(Buffer.from('[{"a":1}]', 'utf16le').subarray(0), 'list')).detail, /UTF-8/);
    assert.match((await mistakeOf(Buffer.from('\ufeff[]', 'utf16le'), 'list')).detail, /UTF-16: save it as UTF-8/);
  });

  it('are refused if one value is longer than 4 MiB', async () => {
    const long = `{"a":"${'x'.repeat(25_000_000)}"}`;
    assert.deepEqual(await codeOf(`{"a":1}\n${long}`, 'lines', 1 << 16), { code: 'row_too_long', line: 2 });
    assert.deepEqual(await codeOf(`[{"a":1},${long}]`, 'list', 1 << 16), { code: 'row_too_long', record: 2 });
  });

  it('have at most 500 columns, and no two that differ only in spaces', async () => {
    const wide = Array.from({ length: 501 }, (_, index) => `{"k${index}":1}`).join('\n');
    assert.deepEqual(await codeOf(wide, 'lines'), { code: 'too_many_columns', line: 501 });
    assert.deepEqual(await codeOf('[{"a":1},{" a":1}]'), { code: 'duplicate_header', record: 2 });
    assert.deepEqual(await codeOf(`[{"${'k'.repeat(201)}":1}]`), { code: 'long_header', record: 1 });
  });
});
