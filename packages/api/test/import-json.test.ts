import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { assertProblem, send, startService, type Founded, type Sent, type Service } from './start-service.ts';

const ndjson = 'application/x-ndjson';
const json = 'application/json';

const fields = [
  { name: 'nr', label: 'Nr', kind: 'number' },
  { name: 'title', label: 'Title', kind: 'text' },
  { name: 'status', label: 'Status', kind: 'choice', options: ['open', 'Open;', ' odd '].map(option) },
  { name: 'tags', label: 'Tags', kind: 'choice', many: true, options: ['a', 'b; c', 'NA', '12'].map(option) },
  { name: 'size', label: 'Size', kind: 'number' },
  { name: 'dueOn', label: 'Due', kind: 'day' },
  { name: 'seenAt', label: 'Seen', kind: 'instant' },
  { name: 'isDone', label: 'Done', kind: 'yesNo' },
  { name: 'ticket', label: 'Ticket', kind: 'relation', target: 'ticket' },
  { name: 'tickets', label: 'Tickets', kind: 'relation', target: 'ticket', many: true },
  { name: 'owner', label: 'Owner', kind: 'person' },
  { name: 'watchers', label: 'Watchers', kind: 'person', many: true },
  { name: 'file', label: 'File', kind: 'file' },
  { name: 'files', label: 'Files', kind: 'file', many: true },
];

function option(value: string) {
  return { value, label: value === 'open' ? 'Odd' : value.toUpperCase() };
}

const typeOf = (name: string) => ({ name, label: name, plural: `${name}s`, labelField: 'title', fields });

describe('/api/import of JSON', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService({ uploads: { importBytes: 60_000_000, fileBytes: 1000 } });
    founded = await service.found();
    for (const name of ['sample', 'copy']) {
      const defined = await send(service, 'POST', '/api/types', { as: founded.writeKey, json: typeOf(name) });
      assert.equal(defined.status, 201, defined.text);
    }
  });

  after(() => service?.stop());

  const imports = (search: string, type: string, body: Sent['body'], headers: Record<string, string> = {}) =>
    send(service, 'POST', `/api/import?${search}`, {
      as: founded.writeKey,
      body,
      headers: { 'content-type': type, ...headers },
    });
  const exported = async (type: string, format: string) =>
    (await send(service, 'GET', `/api/record-export?type=${type}&format=${format}&sort=nr`, { as: founded.readKey }))
      .text;
  const create = async (type: string, given: Record<string, unknown>) => {
    const created = await send(service, 'POST', `/api/records?type=${type}`, {
      as: founded.writeKey,
      json: { fields: given },
    });
    assert.equal(created.status, 201, created.text);
    return created.body.id as string;
  };
  const withoutIds = (text: string) => text.replaceAll(/"id":"[0-9a-f]{24}",?/g, '');
  const count = async (type: string) =>
    (await send(service, 'POST', '/api/query', { as: founded.readKey, json: { type } })).body.overall?.count as
      number | undefined;
  const typeNames = async () => (await send(service, 'GET', '/api/types', { as: founded.readKey })).text;

  it('brings back what an export wrote, in every kind of field', async () => {
    const [first, second] = [await create('ticket', { title: 'Oven' }), await create('ticket', { title: 'Mixer' })];
    const upload = (name: string) =>
      send(service, 'POST', `/api/files?name=${name}`, { as: founded.writeKey, body: Buffer.from(name) });
    const [left, right] = [(await upload('l.txt')).body.id as string, (await upload('r.txt')).body.id as string];
    const given: Record<string, unknown>[] = [
      { title: 'plain', status: 'open', size: 1.5, isDone: true, ticket: first, owner: founded.personId, file: left },
      { title: "'=1+1", status: 'Open;', tags: ['b; c', 'NA'], size: 1e20, isDone: false, tickets: [second, first] },
      { title: '  padded\n"quoted", \\ NA ', status: ' odd ', tags: ['12'], size: -0.1, dueOn: '2024-02-29' },
      { title: '007', size: 0.30000000000000004, seenAt: '2026-03-01T09:30:00.123Z', watchers: [founded.personId] },
      { title: ' ', size: 9007199254740992, seenAt: '0001-01-01T00:00:00Z', files: [right, left] },
      { title: '12345678901234567890', size: 5e-324, dueOn: '0001-01-01' },
      { title: '[{"a":1}]', size: -1.7976931348623157e308 },
      { title: '\u2028😀é\u0000', size: 0 },
      {},
    ];
    for (const [nr, one] of given.entries()) await create('sample', { nr, ...one });
    for (const [format, type] of [
      ['ndjson', ndjson],
      ['json', json],
    ] as const) {
      const text = await exported('sample', format);
      const answered = await imports('type=copy&allOrNothing=1', type, text);
      assert.equal(answered.status, 200, answered.text);
      assert.partialDeepStrictEqual(answered.body, { imported: given.length, refused: 0, warningCount: 0, kept: [] });
      assert.deepEqual(
        answered.body.leftOut.map(({ column }: { column: string }) => column),
        ['id'],
      );
      const copies = await exported('copy', format);
      assert.equal(withoutIds(copies), withoutIds(text));
      const ids = (await exported('copy', 'ndjson'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id as string);
      const changes = ids.map((id) => ({ do: 'delete', id }));
      const deleted = await send(service, 'POST', '/api/records/batch?type=copy', {
        as: founded.writeKey,
        json: { changes },
      });
      assert.equal(deleted.status, 200, deleted.text);
      assert.equal(await exported('copy', 'json'), '[]\n');
    }
    const again = await imports('type=sample&key=nr', ndjson, await exported('sample', 'ndjson'));
    assert.partialDeepStrictEqual(again.body, { imported: 0, updated: 0, unchanged: given.length });
  });

  it('makes a new type of what the values are, also of keys that come late', async () => {
    const early = Array.from({ length: 3_000 }, (_, nr) => ({ id: String(nr), code: `00${nr}`, nr, at: '2026-03-01' }));
    const late = { nr: 12345.5, isLate: true, labels: ['new', 'hot'], code: 8, note: null };
    const body = JSON.stringify([...early, late]);
    const answered = await imports('type=thing', json, body);
    assert.equal(answered.status, 200, answered.text);
    assert.partialDeepStrictEqual(answered.body, { rows: 3001, imported: 3001, created: true });
    assert.equal(answered.body.delimiter, undefined);
    const kinds = answered.body.type.fields.map(({ name, kind, many }: Record<string, unknown>) => [name, kind, many]);
    assert.deepEqual(kinds, [
      ['originalId', 'text', undefined],
      ['code', 'text', undefined],
      ['nr', 'number', undefined],
      ['at', 'day', undefined],
      ['isLate', 'yesNo', undefined],
      ['labels', 'choice', true],
      ['note', 'text', undefined],
    ]);
    const [last] = JSON.parse(
      (await send(service, 'GET', '/api/record-export?type=thing&format=json&sort=-nr', { as: founded.readKey })).text,
    );
    const expected = { originalId: null, code: '8', nr: 12345.5, at: null, isLate: true, labels: ['new', 'hot'] };
    assert.partialDeepStrictEqual(last, { ...expected, note: null });
    const more = await imports('type=thing', ndjson, JSON.stringify({ id: 'x', code: 'y' }));
    assert.partialDeepStrictEqual(more.body, { imported: 1, leftOut: [] });
  });

  it('reports what is wrong with the record and the field, and keeps the others', async () => {
    const lines = [
      '{"title":"good","size":3,"tags":"a","status":"odd","isDone":1}',
      '{"title":{"en":"x"},"size":"many"}',
      '{"size":12345678901234567.5}',
      '{"size":[1]}',
      '{"tags":["a",{"b":1}]}',
      '{"tags":["x"]}',
      '{"size":true}',
      '{"size":1,"size":2}',
      '[]',
      '{"title":"\\ud800"}',
    ];
    const wrong = [
      [2, 'title', 'wrong_kind'],
      [2, 'size', 'not_a_number'],
      [3, 'size', 'not_a_number'],
      [4, 'size', 'wrong_kind'],
      [5, 'tags', 'wrong_kind'],
      [6, 'tags', 'choice_not_allowed'],
      [7, 'size', 'not_a_number'],
      [8, undefined, 'duplicate_key'],
      [9, undefined, 'not_an_object'],
      [10, 'title', 'wrong_format'],
    ];
    for (const [type, place, body] of [
      [ndjson, 'line', lines.join('\n')],
      [json, 'record', `[${lines.join(',')}]`],
    ] as const) {
      const answered = await imports('type=sample&dryRun=1', type, body);
      assert.equal(answered.status, 200, answered.text);
      assert.partialDeepStrictEqual(answered.body, { rows: 10, imported: 1, refused: 9, errorCount: 10 });
      const found = answered.body.errors.map((one: Record<string, unknown>) => [one[place], one.column, one.code]);
      assert.deepEqual(found, wrong);
      const other = place === 'line' ? 'record' : 'line';
      assert.ok(answered.body.errors.every((one: object) => !Object.hasOwn(one, other)));
      const refused = await imports('type=sample&allOrNothing=1', type, body);
      assertProblem(refused, 422, 'invalid_import');
      assert.match(refused.body.detail, place === 'line' ? /^Line 2: "title"/ : /^Record 2: "title"/);
    }
    const detail = (await imports('type=sample&dryRun=1', json, `[${lines[0]},${lines[1]}]`)).body.errors[0].detail;
    assert.equal(detail, '"title" must be a single text, number, true or false, got an object.');
  });

  it('refuses broken JSON far into the file, with the place, and keeps nothing', async () => {
    const good = Array.from({ length: 30_000 }, (_, nr) => JSON.stringify({ nr, title: `Title ${nr}` }));
    const lines = [...good, '{"nr":', ...good].join('\n');
    const list = `[${good.join(',')},{"nr":}]`;
    for (const type of ['fresh', 'sample']) {
      const before = await count(type);
      const broken = await imports(`type=${type}`, ndjson, lines);
      assertProblem(broken, 422, 'invalid_import');
      assert.partialDeepStrictEqual(broken.body.errors, [{ line: 30_001, code: 'invalid_json' }]);
      const brokenList = await imports(`type=${type}`, json, list);
      assertProblem(brokenList, 422, 'invalid_import');
      assert.partialDeepStrictEqual(brokenList.body.errors, [{ record: 30_001, code: 'invalid_json' }]);
      assert.equal(await count(type), before);
    }
    assert.ok(!(await typeNames()).includes('fresh'));
    assert.deepEqual(await readdir(service.deps.temporaryDirectory), []);
  });

  it('refuses hostile files: too long, too deep, empty, no objects, not UTF-8', async () => {
    const refused: [string, Sent['body'], string][] = [
      [json, `[{"title":"${'x'.repeat(25_000_000)}"}]`, 'row_too_long'],
      [ndjson, `{"title":"${'x'.repeat(25_000_000)}"}`, 'row_too_long'],
      [json, '['.repeat(3_000_000), 'too_deep'],
      [ndjson, `{"title":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`, 'too_deep'],
      [json, '[]', 'no_rows'],
      [json, '[1,2]', 'not_an_object'],
      [ndjson, '"x"\n', 'not_an_object'],
      [json, '[{}]', 'no_fields'],
      [json, '{"a":1}', 'not_a_list'],
      [json, Buffer.from('[{"a":"\xe9"}]', 'latin1'), 'wrong_encoding'],
      [ndjson, '', 'no_rows'],
      [json, '', 'empty_file'],
    ];
    for (const [type, body, code] of refused) {
      const answered = await imports('type=hostile', type, body);
      assertProblem(answered, 422, 'invalid_import');
      assert.equal(answered.body.errors[0].code, code, answered.text.slice(0, 300));
    }
    const names = await imports('type=hostile', json, '[{"__proto__":{"a":1},"x":1},{"__proto__":2,"$set":3,"a.b":4}]');
    assert.partialDeepStrictEqual(names.body, { imported: 1, refused: 1 });
    assert.deepEqual(
      names.body.type.fields.map(({ name }: { name: string }) => name),
      ['proto', 'x', 'set', 'aB'],
    );
  });

  it('refuses other types of body, and options that JSON does not have', async () => {
    assertProblem(await imports('type=a', 'text/plain', '[]'), 415, 'unsupported_type');
    assertProblem(await imports('type=a', `${json}; charset=utf-16`, '[]'), 415, 'unsupported_type');
    assertProblem(await imports('type=a&delimiter=;', json, '[{"a":1}]'), 400, 'invalid_request');
    const named = await imports('type=a&dryRun=1', `${json}; charset=UTF-8`, '[{"a":1}]');
    assert.equal(named.status, 200, named.text);
  });

  it('finds relations by a key, updates by a key, and reads texts in the forms that were named', async () => {
    const cities = [
      { code: 7, name: 'Oslo' },
      { code: 8, name: 'Bergen' },
    ];
    assert.equal((await imports('type=city', json, JSON.stringify(cities))).status, 200);
    const visits = [
      { nr: 1, on: '31.12.2026', price: '1.234,50 €', city: 7 },
      { nr: 2, city: '8' },
      { nr: 3, city: 9 },
    ];
    const search = 'type=visit&relation=city%3Dcity.code&dates=dmy&decimals=comma';
    const answered = await imports(search, ndjson, visits.map((one) => JSON.stringify(one)).join('\n'));
    assert.partialDeepStrictEqual(answered.body, { imported: 3, warningCount: 1, warnings: [{ line: 3 }] });
    const kinds = answered.body.columns.map(({ column, kind }: Record<string, string>) => [column, kind]);
    assert.deepEqual(kinds, [
      ['nr', 'number'],
      ['on', 'day'],
      ['price', 'number'],
      ['city', 'relation'],
    ]);
    const written = JSON.parse(await exported('visit', 'json'));
    assert.partialDeepStrictEqual(written, [{ on: '2026-12-31', price: 1234.5 }]);
    assert.deepEqual(
      written.map(({ city }: { city: unknown }) => city !== null),
      [true, true, false],
    );
    const changed = await imports('type=city&key=code', json, '[{"code":7,"name":null},{"code":9,"name":"Moss"}]');
    assert.partialDeepStrictEqual(changed.body, { imported: 1, updated: 1 });
    const repeated = await imports('type=city&key=code&dryRun=1', json, '[{"code":7},{"code":7}]');
    assert.partialDeepStrictEqual(repeated.body.errors, [{ record: 2, detail: 'Record 1 has the same code.' }]);
  });

  it('streams its progress line by line on request', async () => {
    const lines = Array.from({ length: 60_000 }, (_, nr) => JSON.stringify({ nr, name: `Name ${nr}` })).join('\n');
    const answered = await imports('type=many', ndjson, lines, { accept: ndjson });
    const steps = answered.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.ok(steps.length > 1 && steps.slice(0, -1).every((step) => 'progress' in step));
    assert.equal(steps.at(-1).result.imported, 60_000);
    assert.equal(await count('many'), 60_000);
  });
});
