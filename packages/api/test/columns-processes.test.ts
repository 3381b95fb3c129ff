import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../store/test/random.ts';
import { startApiProcess } from './start-process.ts';
import { send, startService, type Founded, type Service } from './start-service.ts';

const isLong = process.env.TALLYHOOK_LONG === '1';
const seed = Number(process.env.TALLYHOOK_SEED ?? Math.floor(Math.random() * 2 ** 31));
const roundCount = isLong ? 200 : 8;
const statuses = ['open', 'in_progress', 'blocked', 'review', 'done'];

const questions = [
  { groupBy: [{ field: 'status' }], measures: [{ fn: 'count' }, { fn: 'sum', field: 'estimate' }] },
  { groupBy: [{ field: 'labels' }], measures: [{ fn: 'count' }, { fn: 'avg', field: 'estimate' }] },
  { filter: { field: 'title', op: 'contains', value: 'x' }, groupBy: [{ field: 'status' }] },
  { groupBy: [{ field: 'priority', top: 2, other: true }], measures: [{ fn: 'distinct', field: 'status' }] },
  { measures: [{ fn: 'min', field: 'estimate' }, { fn: 'max', field: 'estimate' }, { fn: 'count' }] },
].map((question) => ({ type: 'ticket', ...question }));

interface Asked {
  rows: unknown[];
  overall: { count: number };
  meta: { plan: { maker: string; whyNotColumns?: string } };
}

describe('Columns in several api processes', function () {
  this.timeout(isLong ? 3_600_000 : 240_000);
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  /** Answers from MongoDB only: what is right. */
  let service: Service;
  let founded: Founded;
  const processes: { url: string; child: ChildProcess }[] = [];

  before(async () => {
    service = await startService({ columns: undefined });
    founded = await service.found();
    const rows = Array.from({ length: 6_000 }, () =>
      [`T ${pick(['x', 'y', 'z'])}`, pick(statuses), random() * 100].join(','),
    );
    await importRows(service.url, 'ticket', ['title,status,estimate', ...rows]);
    processes.push(await startProcess(), await startProcess());
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await service?.stop();
  });

  const children: ChildProcess[] = [];
  /** Starts an api process on the same data. Requests are sent to it as from the pages of the service above. */
  const startProcess = () =>
    startApiProcess(service, { TALLYHOOK_BASE_URL: 'http://tallyhook.test', TALLYHOOK_COLUMNS: '32' }, (child) =>
      children.push(child),
    );

  const at = (url: string): Service => ({ ...service, url });
  const call = async (url: string, method: string, path: string, json?: unknown, allowed: number[] = []) => {
    const sent = { as: founded.owner, ...(json === undefined ? {} : { json }) };
    const answered = await send(at(url), method, path, sent);
    assert.ok(answered.status < 300 || allowed.includes(answered.status), `${method} ${path}: ${answered.text}`);
    return answered;
  };
  const importRows = async (url: string, type: string, rows: string[]) => {
    const headers = { 'content-type': 'text/csv' };
    const sent = { as: founded.owner, body: rows.join('\n'), headers };
    const imported = await send(at(url), 'POST', `/api/import?type=${type}`, sent);
    assert.equal(imported.status, 200, imported.text);
  };
  const ask = async (url: string, question: object, branch = 'main') => {
    const search = new URLSearchParams({ q: JSON.stringify(question), explain: '1', branch });
    return (await call(url, 'GET', `/api/query?${search}`)).body as Asked;
  };
  /** Asks until columns answer, and returns that answer. */
  async function askUntilKept(url: string, question: object, branch = 'main'): Promise<Asked> {
    for (const endAt = Date.now() + 30_000; Date.now() < endAt; await sleep(50)) {
      const answer = await ask(url, question, branch);
      if (answer.meta.plan.maker === 'columns') return answer;
    }
    return assert.fail(`Columns did not answer: ${(await ask(url, question, branch)).meta.plan.whyNotColumns}`);
  }
  const numbers = ({ rows, overall }: Asked) => ({ rows, overall });
  async function compareAll(place: string, branch = 'main'): Promise<Record<string, number>> {
    const ways: Record<string, number> = {};
    for (const question of questions) {
      const expected = await ask(service.url, question, branch);
      for (const { url } of processes) {
        const answer = await ask(url, question, branch);
        ways[answer.meta.plan.maker] = (ways[answer.meta.plan.maker] ?? 0) + 1;
        assert.deepEqual(numbers(answer), numbers(expected), `${place}: ${JSON.stringify(question)}`);
      }
    }
    return ways;
  }

  const fields = () => ({
    title: `T ${pick(['x', 'y', 'z'])}`,
    status: pick(statuses),
    priority: pick(['low', 'normal', 'high', 'urgent']),
    labels: pick([[], ['bug'], ['bug', 'feature']]),
    estimate: Math.round(random() * 1_000) / 10,
  });
  const made: string[] = [];
  const writes: ((url: string) => Promise<unknown>)[] = [
    async (url) => made.push((await call(url, 'POST', '/api/records?type=ticket', { fields: fields() })).body.id),
    async (url) => {
      const path = `/api/records/${pick(made)}?type=ticket`;
      const { status, body } = await call(url, 'GET', path, undefined, [404]);
      if (status === 200) await call(url, 'PATCH', path, { revision: body.revision, fields: fields() }, [404, 409]);
    },
    async (url) => {
      const path = `/api/records/${pick(made)}?type=ticket`;
      const { status, body } = await call(url, 'GET', path, undefined, [404]);
      if (status === 200) await call(url, 'DELETE', `${path}&revision=${body.revision}`, undefined, [404, 409]);
    },
    async (url) => {
      if (random() > 0.3) return;
      await importRows(url, 'ticket', ['title,estimate', 'imported x,3', 'imported,4.5']);
    },
    async (url) => {
      if (random() > 0.2) return;
      const name = `b${Math.floor(random() * 1e9)}`;
      await call(url, 'POST', '/api/branches', { name });
      await call(url, 'POST', `/api/records?type=ticket&branch=${name}`, { fields: fields() });
      await call(pick(processes).url, 'POST', '/api/merges', { from: name, into: 'main' });
    },
  ];

  it(`count what any process has just saved, with the numbers of MongoDB (TALLYHOOK_SEED=${seed})`, async () => {
    for (const { url } of processes) for (const question of questions) await askUntilKept(url, question);
    made.push((await call(service.url, 'POST', '/api/records?type=ticket', { fields: fields() })).body.id);
    const ways: Record<string, number> = {};
    for (let round = 0; round < roundCount; round += 1) {
      // What one process saved counts in the answer that another gives next, while others write.
      const writers = [0, 1, 2].map(async (number) => {
        for (let step = 0; step < 6; step += 1) {
          const title = `unique ${round} ${number} ${step}`;
          await call(pick(processes).url, 'POST', '/api/records?type=ticket', { fields: { ...fields(), title } });
          const question = { type: 'ticket', filter: { field: 'title', op: 'contains', value: title } };
          const { overall, meta } = await ask(pick(processes).url, { ...question, measures: [{ fn: 'count' }] });
          ways[meta.plan.maker] = (ways[meta.plan.maker] ?? 0) + 1;
          assert.equal(overall.count, 1, title);
          await pick(writes)(pick(processes).url);
        }
      });
      await Promise.all(writers);
      for (const [way, count] of Object.entries(await compareAll(`round ${round}`)))
        ways[way] = (ways[way] ?? 0) + count;
    }
    process.stdout.write(`      ${JSON.stringify(ways)}\n`);
    const all = Object.values(ways).reduce((sum, count) => sum + count, 0);
    assert.ok((ways.columns ?? 0) > all / 2, 'many are answered from columns');
  });

  it('are read again after a process was killed, and never answer for a removed branch', async () => {
    const [first, other] = processes;
    await call(first!.url, 'POST', '/api/branches', { name: 'idea' });
    await call(first!.url, 'POST', '/api/records?type=ticket&branch=idea', { fields: fields() });
    for (const question of questions) await askUntilKept(other!.url, question, 'idea');
    // Killed while it reads the columns.
    await Promise.all(questions.map((question) => ask(first!.url, question, 'idea')));
    first!.child.kill('SIGKILL');
    await call(other!.url, 'POST', '/api/records?type=ticket&branch=idea', { fields: fields() });
    processes[0] = await startProcess();
    await compareAll('after the restart', 'idea');
    for (const question of questions) await askUntilKept(processes[0].url, question, 'idea');
    await compareAll('kept again', 'idea');

    await call(processes[0].url, 'DELETE', '/api/branches/idea');
    for (const { url } of processes) {
      const search = new URLSearchParams({ q: JSON.stringify(questions[0]), branch: 'idea' });
      await call(url, 'GET', `/api/query?${search}`, undefined, [404]);
    }
    // Another branch of the same name has its own columns.
    await call(processes[0].url, 'POST', '/api/branches', { name: 'idea' });
    await compareAll('another branch of that name', 'idea');
  });

  it('are exact after the type was changed', async () => {
    const text = { name: 'total', label: 'Total', kind: 'text' };
    const sale = (total: object) => ({
      ...{ name: 'sale', label: 'Sale', plural: 'Sales', labelField: 'title' },
      fields: [{ name: 'title', label: 'Title', kind: 'text' }, total],
    });
    await call(service.url, 'POST', '/api/types', sale(text));
    const rows = Array.from({ length: 5_200 }, (_, at) => (at % 7 === 0 ? 'none' : `${at % 5}.0`));
    await importRows(service.url, 'sale', ['total', ...rows]);
    const byTotal = { type: 'sale', groupBy: [{ field: 'total' }], measures: [{ fn: 'count' }] };
    for (const { url } of processes) await askUntilKept(url, byTotal);
    const type = sale({ ...text, kind: 'number' });
    await call(processes[0]!.url, 'PUT', '/api/types/sale', { type, acceptLoss: true });
    const expected = await ask(service.url, byTotal);
    assert.equal(expected.rows.length, 6);
    for (const { url } of processes) {
      assert.deepEqual(numbers(await ask(url, byTotal)), numbers(expected));
      assert.deepEqual(numbers(await askUntilKept(url, byTotal)), numbers(expected));
    }
  });
});
