import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertProblem, send, startService, type Founded, type Sent, type Service } from './start-service.ts';

const airlines = 'carrier,name\nUA,United\nAA,American\nB6,JetBlue\n';
const flights = 'flight,carrier,delay\n1,UA,5\n2,AA,\n3,UA,-2\n4,XX,7\n';

describe('/api/import', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService({ uploads: { importBytes: 20_000_000, fileBytes: 1000 } });
    founded = await service.found();
  });

  after(() => service?.stop());

  const send_ = (search: string, body: Sent['body'], headers: Record<string, string> = {}) =>
    send(service, 'POST', `/api/import?${search}`, {
      as: founded.writeKey,
      body,
      headers: { 'content-type': 'text/csv', ...headers },
    });
  const count = async (type: string) =>
    (await send(service, 'POST', '/api/query', { as: founded.readKey, json: { type } })).body.overall?.count as
      number | undefined;
  const uploads = () => readdir(service.deps.temporaryDirectory);

  it('refuses a body that is no table in a known encoding, a missing type, and unknown parameters', async () => {
    assertProblem(await send_('type=airline', airlines, { 'content-type': 'text/plain' }), 415, 'unsupported_type');
    assertProblem(
      await send_('type=airline', airlines, { 'content-type': 'text/csv; charset=klingon' }),
      415,
      'unsupported_type',
    );
    assertProblem(await send_('type=airline', airlines, { 'content-encoding': 'gzip' }), 415, 'unsupported_type');
    assertProblem(await send_('', airlines), 400, 'invalid_request');
    assertProblem(await send_('type=airline&dryrun=1', airlines), 400, 'invalid_request');
    assertProblem(await send_('type=airline&missing=ignore', airlines), 400, 'invalid_request');
    for (const relation of ['carrier', 'carrier=airline', '=airline.carrier', 'carrier=airline.']) {
      assertProblem(
        await send_(`type=flight&relation=${encodeURIComponent(relation)}`, flights),
        400,
        'invalid_request',
      );
    }
  });

  it('refuses a file that is not a table, with the line, and keeps nothing', async () => {
    const answered = await send_('type=broken&allOrNothing=1', 'a,b\n1,2\n3\n');
    assertProblem(answered, 422, 'invalid_import');
    assert.equal(answered.body.errors[0].line, 3);
    assertProblem(await send_('type=broken', ''), 422, 'invalid_import');
    assert.deepEqual(await uploads(), []);
    const types = await send(service, 'GET', '/api/types', { as: founded.readKey });
    assert.ok(!types.text.includes('broken'));
  });

  it('refuses a file over the limit with 413 and leaves nothing behind', async () => {
    assertProblem(await send_('type=big', Buffer.alloc(20_000_001, 'a\n')), 413, 'body_too_large');
    assert.deepEqual(await uploads(), []);
  });

  it('says what it would do with dryRun=1, without doing it', async () => {
    const answered = await send_('type=airline&dryRun=1', airlines);
    assert.equal(answered.status, 200, answered.text);
    assert.partialDeepStrictEqual(answered.body, { rows: 3, imported: 3, dryRun: true });
    const types = await send(service, 'GET', '/api/types', { as: founded.readKey });
    assert.ok(!types.text.includes('airline'));
  });

  it('treats the texts in empty= as no value in every column', async () => {
    const text = 'code,note,size\nNA,-,NA\nDE,x,1\n';
    const plain = await send_('type=country&dryRun=1', text);
    assert.partialDeepStrictEqual(plain.body, {
      emptied: [{ column: 'size', text: 'NA', cells: 1 }],
      kept: [{ column: 'code', text: 'NA', cells: 1 }],
    });
    const preview = await send_('type=country&dryRun=1&empty=NA&empty=-', text);
    assert.deepEqual([preview.body.emptyMarkers, preview.body.kept], [['NA', '-'], []]);
    const tooMany = 'empty=x&'.repeat(21);
    assertProblem(await send_(`${tooMany}type=country&dryRun=1`, text), 400, 'invalid_request');
  });

  it('creates a type from the data, and records related to another type by a key', async () => {
    const first = await send_('type=airline', airlines);
    assert.equal(first.status, 200, first.text);
    assert.partialDeepStrictEqual(first.body, { imported: 3, refused: 0, created: true });
    const second = await send_('type=flight&missing=empty&relation=airline:carrier%3Dairline.carrier', flights);
    assert.equal(second.status, 200, second.text);
    assert.partialDeepStrictEqual(second.body, { imported: 4, warningCount: 1 });
    const question = { type: 'flight', groupBy: [{ field: 'airline' }] };
    const answered = await send(service, 'POST', '/api/query?labels=1', { as: founded.readKey, json: question });
    assert.equal(answered.status, 200, answered.text);
    const names = Object.values(answered.body.labels.airline as Record<string, string>).sort();
    assert.deepEqual(names, ['American', 'United']);
    assert.deepEqual(await uploads(), []);
  });

  it('is one entry in the change log', async () => {
    const log = await send(service, 'GET', '/api/changes?type=flight', { as: founded.readKey });
    assert.partialDeepStrictEqual(log.body.changes, [{ kind: 'import', count: 4 }]);
  });

  it('streams its progress line by line on request, and the result on the last line', async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `${at},Name ${at}`).join('\n');
    const answered = await send_('type=many', `number,name\n${rows}\n`, { accept: 'application/x-ndjson' });
    assert.equal(answered.status, 200);
    assert.equal(answered.headers.get('content-type'), 'application/x-ndjson');
    const lines = answered.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.ok(lines.length > 1 && lines.slice(0, -1).every((line) => 'progress' in line), answered.text.slice(0, 500));
    assert.equal(lines.at(-1).result.imported, 60_000);
    assert.equal(await count('many'), 60_000);
  });

  it('sends a problem document as the last line if a file fails late', async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `${at},Name ${at}`).join('\n');
    const answered = await send_('type=late&allOrNothing=1', `number,name\n${rows}\n7\n`, {
      accept: 'application/x-ndjson',
    });
    const last = JSON.parse(answered.text.trim().split('\n').at(-1) ?? '');
    const problem = answered.status === 200 ? last.problem : last;
    assert.partialDeepStrictEqual(problem, { status: 422, code: 'invalid_import' });
    const types = await send(service, 'GET', '/api/types', { as: founded.readKey });
    assert.ok(!types.text.includes('"late"'));
  });

  it('keeps nothing if its sender disconnects during the upload or the import', async () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => `${at},Name ${at}`).join('\n');
    for (const leaveAfterMs of [5, 400]) {
      const leaving = new AbortController();
      const body = `number,name\n${rows}\n`;
      const headers = { 'content-type': 'text/csv' };
      const sent = send(service, 'POST', '/api/import?type=left', {
        as: founded.writeKey,
        body,
        headers,
        signal: leaving.signal,
      });
      setTimeout(() => leaving.abort(), leaveAfterMs);
      await assert.rejects(sent);
      // The service may see a request only after its sender has left.
      await sleep(300);
      for (const endAt = Date.now() + 60_000; (await uploads()).length > 0 && Date.now() < endAt;) await sleep(50);
      assert.deepEqual(await uploads(), []);
      const types = await send(service, 'GET', '/api/types', { as: founded.readKey });
      assert.ok(!types.text.includes('"left"'));
    }
    assert.ok(!service.log.some((line) => line.includes('"level":50')), service.log.join(''));
  });
});
