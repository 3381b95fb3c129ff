import assert from 'node:assert/strict';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

const text = { name: 'total', label: 'Total', kind: 'text' };
const amount = { name: 'total', label: 'Total', kind: 'number', format: { unit: 'EUR' } };

const invoice = (...fields: object[]) => ({
  name: 'invoice',
  label: 'Invoice',
  plural: 'Invoices',
  labelField: 'number',
  fields: [{ name: 'number', label: 'Number', kind: 'text', required: true, unique: true }, ...fields],
});

describe('/api/types/:name', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService();
  });
  after(() => service?.stop());

  const call = (method: string, path: string, json?: unknown) =>
    send(service, method, path, { as: founded.writeKey, ...(json !== undefined && { json }) });
  const add = (fields: object) => call('POST', '/api/records?type=invoice', { fields });

  beforeEach(async () => {
    founded = await service.found();
    assert.equal((await call('POST', '/api/types', invoice(text))).status, 201);
    for (const [index, total] of ['12', 'twelve'].entries()) {
      assert.equal((await add({ number: String(index), total })).status, 201);
    }
  });

  it('previews a change, refuses to lose values, and saves the type as a whole', async () => {
    const preview = await call('POST', '/api/types/invoice/preview', { type: invoice(amount) });
    assert.partialDeepStrictEqual(preview.body, { records: 2, changed: 2, lost: 1, refusals: [] });
    assert.partialDeepStrictEqual(preview.body.fields[0].examples[0], { label: '1', value: 'twelve' });
    assertProblem(await call('PUT', '/api/types/invoice', { type: invoice(amount) }), 409, 'would_lose');
    const saved = await call('PUT', '/api/types/invoice', { type: invoice(amount), acceptLoss: true });
    assert.equal(saved.status, 200, saved.text);
    assert.deepEqual(saved.body.fields[1], amount);
    const sum = { type: 'invoice', measures: [{ fn: 'sum', field: 'total' }] };
    const { body } = await call('POST', '/api/query', sum);
    assert.equal(Object.values(body.overall as object)[0], 12);
  });

  it('names the field and the value that another record has', async () => {
    const taken = await add({ number: '0' });
    assertProblem(taken, 422, 'invalid_record');
    assert.match(taken.body.detail, /Number \("number"\) must be different in every record, and another one has "0"/);
  });

  it('is not changed by somebody who saw an earlier revision, unless they name none', async () => {
    const seen = await call('GET', '/api/types/invoice');
    assert.equal(seen.body.type.name, 'invoice');
    assert.match(seen.body.changedByName, /^API key/);
    const { revision } = seen.body as { revision: number };
    const due = { name: 'due', label: 'Due', kind: 'day' };
    const put = (type: object, more = {}) => call('PUT', '/api/types/invoice', { type, ...more });
    assert.equal((await put(invoice(text, due), { revision })).status, 200);
    assertProblem(await put(invoice({ ...text, label: 'Sum' }), { revision }), 409, 'revision_conflict');
    assertProblem(await put(invoice(amount), { revision, acceptLoss: true }), 409, 'revision_conflict');
    const fields = { total: { label: 'Sum' } };
    const patch = (more: object) => call('PATCH', '/api/types/invoice', { fields, ...more });
    const refused = await patch({ revision });
    assertProblem(refused, 409, 'revision_conflict');
    assert.equal(refused.body.revision, revision + 1);
    const now = (await call('GET', '/api/types/invoice')).body;
    assert.deepEqual([now.revision, now.type.fields.at(-1)], [revision + 1, due]);
    assert.equal((await patch({ revision: now.revision })).status, 200);
    assert.equal((await put(invoice(text))).status, 200);
    assertProblem(await call('GET', '/api/types/absent'), 404, 'not_found');
  });

  it('names what uses a removed field and would stop, and nothing else', async () => {
    const made = async (path: string, name: string, given: object) => {
      const definition = path === '/api/workflows' ? { name, ...given } : given;
      const { status, body, text: answer } = await call('POST', path, { name, definition });
      assert.equal(status, 201, answer);
      return body.id as string;
    };
    const grouped = { type: 'invoice', chart: 'bars', groupBy: [{ field: 'total' }] };
    const report = await made('/api/reports', 'By total', grouped);
    const plain = await made('/api/reports', 'All', { type: 'invoice', chart: 'number' });
    const view = await made('/api/views', 'With totals', { type: 'invoice', fields: ['number', 'total'] });
    await made('/api/views', 'Numbers', { type: 'invoice', fields: ['number'] });
    const dashboard = (await call('POST', '/api/dashboards', { name: 'Money' })).body.id as string;
    await call('POST', `/api/dashboards/${dashboard}/tiles`, { report: plain, width: 1 });
    const conditions = [{ field: 'total', kind: 'text', op: 'nempty' }];
    const filtered = await call('PATCH', `/api/dashboards/${dashboard}`, { conditions });
    assert.equal(filtered.status, 200, filtered.text);
    const trigger = { kind: 'recordChanged', type: 'invoice' };
    const tell = (text: string) => [{ id: 'make', kind: 'createRecord', type: 'note', fields: { title: text } }];
    const reading = await made('/api/workflows', 'Tell the total', {
      ...{ trigger, steps: tell('{{trigger.record.fields.total}}') },
    });
    await made('/api/workflows', 'Tell the number', { trigger, steps: tell('{{trigger.record.fields.number}}') });
    const finding = await made('/api/workflows', 'Find the total', {
      trigger: { kind: 'button' },
      steps: [{ id: 'find', kind: 'findRecords', type: 'invoice', filter: { field: 'total', op: 'eq', value: 'x' } }],
    });

    const { body } = await call('POST', '/api/types/invoice/preview', { type: invoice() });
    const stops = body.stops as { kind: string; id: string }[];
    assert.deepEqual(stops, [
      { kind: 'report', id: report, name: 'By total' },
      { kind: 'workflow', id: reading, name: 'Tell the total' },
      { kind: 'workflow', id: finding, name: 'Find the total' },
      { kind: 'dashboard', id: dashboard, name: 'Money' },
      { kind: 'view', id: view, name: 'With totals', type: 'invoice' },
    ]);
    const kept = await call('POST', '/api/types/invoice/preview', { type: invoice({ ...text, label: 'Sum' }) });
    assert.deepEqual(kept.body.stops, []);
  });

  it('keeps its name, and refuses one that is not there, of an app, or with mistakes', async () => {
    const other = { ...invoice(text), name: 'other' };
    assertProblem(await call('PUT', '/api/types/invoice', { type: other }), 422, 'invalid_input');
    assertProblem(await call('PUT', '/api/types/other', { type: other }), 404, 'not_found');
    const ticket = { ...invoice(text), name: 'ticket' };
    assertProblem(await call('PUT', '/api/types/ticket', { type: ticket }), 409, 'read_only');
    const wrong = invoice({ ...amount, default: 'x' });
    assertProblem(await call('POST', '/api/types/invoice/preview', { type: wrong }), 422, 'invalid_input');
  });

  it('is removed unless a report uses it', async () => {
    const definition = { type: 'invoice', chart: 'number' };
    const report = await call('POST', '/api/reports', { name: 'Invoices', definition });
    const uses = await call('GET', '/api/types/invoice/uses');
    assert.deepEqual(uses.body, { records: 2, uses: [{ kind: 'report', id: report.body.id, name: 'Invoices' }] });
    assertProblem(await call('DELETE', '/api/types/invoice'), 409, 'in_use');
    assert.equal((await call('DELETE', '/api/types/invoice?evenIfUsed=1')).status, 204);
    assertProblem(await call('GET', '/api/records?type=invoice'), 404, 'not_found');
    const log = await call('GET', '/api/changes?type=invoice');
    assert.equal(log.body.changes.at(-1).before.fields.total, 'twelve');
    assertProblem(await call('GET', '/api/changes?type=nothing'), 404, 'not_found');
  });

  it('gives GraphQL a field that may be left out, because it has a default', async () => {
    const filled = { ...text, required: true, default: 'none' };
    assert.equal((await call('PUT', '/api/types/invoice', { type: invoice(filled) })).status, 200);
    const query = 'mutation { createInvoice(input: { number: "9" }) { total } }';
    const { body } = await call('POST', '/graphql', { query });
    assert.deepEqual(body, { data: { createInvoice: { total: 'none' } } });
  });
});
