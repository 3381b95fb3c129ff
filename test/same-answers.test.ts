import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDoors, send, signIn, type Answer } from './doors.ts';
import { readFixture } from './github-scene.ts';
import {
  askGraphql,
  askTool,
  mistakesByGraphql,
  mistakesByTool,
  missingByGraphql,
  missingByTool,
  missingIn,
  numbersOf,
  type Mistake,
  type Numbers,
  type Question,
} from './other-doors.ts';
import { startProduct, waitFor, type Product } from './product.ts';

const lateAugust = { field: 'closedAt', op: 'within', value: '2025-08-01..2026-04-30' };

/** By description; those with one measure are reports too. */
const questions: Record<string, Question> = {
  'the number of records': { type: 'ticket' },
  'different values': { type: 'ticket', measures: [{ fn: 'distinct', field: 'assignee' }] },
  'a sum of fractions by choice': {
    type: 'ticket',
    groupBy: [{ field: 'status' }],
    measures: [{ fn: 'sum', field: 'estimate' }],
  },
  'several measures': {
    type: 'ticket',
    groupBy: [{ field: 'priority' }],
    measures: [
      { fn: 'count' },
      { fn: 'avg', field: 'estimate' },
      { fn: 'max', field: 'due' },
      { fn: 'min', field: 'closedAt' },
      { fn: 'count', field: 'estimate' },
    ],
  },
  'two groupings': { type: 'ticket', groupBy: [{ field: 'status' }, { field: 'assignee' }] },
  'months in New York': {
    type: 'ticket',
    filter: lateAugust,
    groupBy: [{ field: 'closedAt', unit: 'month' }],
    timezone: 'America/New_York',
  },
  'days in Auckland': { type: 'ticket', groupBy: [{ field: 'closedAt', unit: 'day' }], timezone: 'Pacific/Auckland' },
  'weeks from Sunday, filled': {
    type: 'ticket',
    filter: lateAugust,
    groupBy: [{ field: 'closedAt', unit: 'week', fill: true }],
    weekStart: 'sunday',
  },
  'days of the week in Auckland, from Sunday and filled': {
    type: 'ticket',
    groupBy: [{ field: 'closedAt', unit: 'dayOfWeek', fill: true }],
    timezone: 'Pacific/Auckland',
    weekStart: 'sunday',
  },
  'hours of the day of the first two days of the week': {
    type: 'ticket',
    filter: {
      or: [1, 2].map((at) => ({ field: 'closedAt', op: 'within', value: { unit: 'dayOfWeek', at } })),
    },
    groupBy: [{ field: 'closedAt', unit: 'hourOfDay' }],
    timezone: 'America/New_York',
  },
  hours: {
    type: 'ticket',
    filter: { field: 'closedAt', op: 'gte', value: '2000-01-01' },
    groupBy: [{ field: 'closedAt', unit: 'hour' }],
    timezone: 'America/New_York',
  },
  'months of the year of a day': { type: 'ticket', groupBy: [{ field: 'due', unit: 'monthOfYear' }] },
  'quarters of a day': { type: 'ticket', groupBy: [{ field: 'due', unit: 'quarter' }] },
  'a list, whose records are in several groups': { type: 'ticket', groupBy: [{ field: 'labels' }] },
  'a relation, one record of which is gone': { type: 'ticket', groupBy: [{ field: 'assignee' }] },
  'a field of a related record': {
    type: 'ticket',
    filter: { field: 'assignee.name', op: 'nempty' },
    groupBy: [{ field: 'assignee.team' }],
  },
  'empty fields': {
    type: 'ticket',
    filter: { or: [{ field: 'assignee', op: 'empty' }, { not: { field: 'estimate', op: 'nempty' } }] },
    groupBy: [{ field: 'done' }],
  },
  'days and moments relative to now, in every comparison': {
    type: 'ticket',
    filter: {
      and: [
        { field: 'due', op: 'gte', value: 'today-99y' },
        { field: 'due', op: 'lt', value: 'today+99y/year' },
        { field: 'createdAt', op: 'between', value: ['now-2h', 'today'] },
      ],
    },
    groupBy: [{ field: 'status' }],
    timezone: 'Pacific/Auckland',
  },
  'having and sort': {
    type: 'ticket',
    groupBy: [{ field: 'priority' }, { field: 'status' }],
    measures: [{ fn: 'sum', field: 'estimate' }],
    having: [{ measure: 'sum_estimate', op: 'gt', value: 0.5 }],
    sort: [{ by: 'sum_estimate', dir: 'asc' }, { by: 'status' }],
  },
  'top and other': { type: 'ticket', groupBy: [{ field: 'status', top: 1, other: true }, { field: 'labels' }] },
  'a limit': { type: 'ticket', groupBy: [{ field: 'title' }], sort: [{ by: 'title', dir: 'desc' }], limit: 3 },
  'a limit of groups in the order of their totals': {
    type: 'ticket',
    groupBy: [{ field: 'status' }, { field: 'title' }],
    sort: [{ by: 'count', dir: 'desc' }],
    limit: 2,
  },
  'nothing at all': {
    type: 'ticket',
    filter: { field: 'title', op: 'eq', value: 'Nobody' },
    groupBy: [{ field: 'status' }],
  },
};

/** By what is wrong with them, each with its mistakes. */
const refused: Record<string, { question: Question; mistakes: Mistake[] }> = {
  'conditions on groups that there are not': {
    question: { type: 'ticket', having: [{ measure: 'count', op: 'gt', value: 1 }] },
    mistakes: [{ pointer: '#/having', code: 'having_not_allowed' }],
  },
};

const months: Question = { type: 'ticket', filter: lateAugust, groupBy: [{ field: 'closedAt', unit: 'month' }] };

const isReport = ({ measures = [] }: Question) => measures.length <= 1;

describe('the same question', function () {
  this.timeout(300_000);
  let product: Product;
  let cookie: string;
  let workspace: string;
  let key: string;
  /** The results of the step "Run Report", by question. */
  const steps = new Map<string, Answer>();
  const reports = new Map<string, string>();

  before(async () => {
    product = await startProduct();
    ({ cookie, workspace } = await signIn(product.url, product.owner));
    ({ key } = await post<{ key: string }>('/api/keys', { name: 'doors', branch: 'main', access: 'read' }));
    await makeRecords();
    for (const [name, question] of Object.entries(questions).filter(([, one]) => isReport(one))) {
      const definition = { chart: 'table', ...question };
      reports.set(name, (await post<{ id: string }>('/api/reports', { name, definition })).id);
    }
    const definition = { chart: 'line', ...months };
    reports.set('a line', (await post<{ id: string }>('/api/reports', { name: 'a line', definition })).id);
    await runReports();
  });
  after(() => product?.remove());

  async function post<T>(path: string, body: unknown): Promise<T> {
    const headers = { cookie, origin: product.url, 'content-type': 'application/json' };
    const address = `${product.url}${path}${path.includes('?') ? '&' : '?'}workspace=${workspace}`;
    const answer = await send(address, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }

  async function makeRecords(): Promise<void> {
    const person = async (name: string, team?: string) =>
      (await post<{ id: string }>('/api/records?type=person', { fields: { name, team } })).id;
    const people = [
      await person('Ana', 'Ovens'),
      await person('Bo', 'Shop'),
      await person('Cy'),
      await person('Gone', 'Shop'),
    ];
    const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!;
    for (let at = 0; at < 48; at++) {
      await post('/api/records?type=ticket', {
        fields: {
          title: `Door ${at}`,
          status: pick(['open', 'blocked', 'done'], at),
          priority: pick(['low', 'high', null], at * 7),
          labels: pick([[], ['bug'], ['bug', 'feature'], null], at),
          assignee: pick([...people, null], at),
          estimate: pick([0.1, 0.2, 0.7, 3, null, 1e-7], at),
          due: pick(['2026-03-01', '2026-03-29', null, '2025-12-31'], at * 3),
          // Around clock changes, and around the end of a month in New York.
          closedAt: pick(
            ['2025-11-02T05:30:00Z', '2025-11-02T06:30:00Z', '2026-04-04T13:30:00Z', null, '2025-12-01T03:00:00Z'],
            at,
          ),
          done: pick([true, false, null], at),
        },
      });
    }
    const gone = `${product.url}/api/records/${people[3]}?type=person&workspace=${workspace}`;
    const { status } = await send(gone, { method: 'DELETE', headers: { cookie, origin: product.url } });
    assert.equal(status, 204);
  }

  /** A workflow that only runs reports, started by a delivery. */
  async function runReports(): Promise<void> {
    await product.login();
    const account = await product.json<{ id: string }>(
      ['accounts', 'link', 'github', '--label', 'Doors', '--field', 'owner=Codertocat', '--field', 'token=-'],
      { input: `${await readFile(join(product.home, 'secrets/practice.token'), 'utf8')}\n` },
    );
    const names = [...reports.keys()];
    const workflow = {
      name: 'Ask everything',
      trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
      steps: names.map((name, at) => ({ id: `s${at}`, kind: 'runReport', report: reports.get(name) })),
    };
    await product.json(['workflows', 'apply', '-', '--on', '--account', `github=${account.id}`], {
      input: JSON.stringify(workflow),
    });
    const delivered = await send(`${product.url}/hooks/github`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-github-event': 'issues', 'x-github-delivery': 'doors' },
      body: await readFixture('github-issues-opened.json'),
    });
    assert.ok(delivered.status < 300, JSON.stringify(delivered.body));
    let run: string | undefined;
    await waitFor('the run of all reports', async () => {
      const { body } = await send(`${product.url}/api/runs?limit=50&workspace=${workspace}`, { headers: { cookie } });
      const { runs } = body as { runs: { id: string; workflowName: string; status: string }[] };
      run = runs.find((one) => one.workflowName === 'Ask everything' && /completed|failed/.test(one.status))?.id;
      return run !== undefined;
    });
    const { body } = await send(`${product.url}/api/runs/${run}?workspace=${workspace}`, { headers: { cookie } });
    const ran = (body as { steps: { id?: string; stepId?: string; output: Answer }[] }).steps;
    for (const { id, stepId, output } of ran) steps.set(names[Number((stepId ?? id)!.slice(1))]!, output);
  }

  for (const [name, question] of Object.entries(questions)) {
    it(`has the same answer at every door: ${name}`, async () => {
      const doors = openDoors({ url: product.url, cookie, workspace, key });
      const answers: Record<string, Numbers> = {};
      for (const [door, ask] of Object.entries(doors)) {
        const { status, body } = await ask(question);
        assert.equal(status, 200, `${door} ${JSON.stringify(body)}`);
        answers[door] = numbersOf(body as Answer);
      }
      answers['the agent tool'] = await askTool({ url: product.url, key }, question);
      answers.GraphQL = await askGraphql({ url: product.url, key }, question);
      if (isReport(question)) {
        const address = `${product.url}/api/reports/${reports.get(name)}/answer?workspace=${workspace}`;
        answers['the saved report'] = numbersOf((await send(address, { headers: { cookie } })).body as Answer);
        const step = steps.get(name);
        assert.ok(step, `The step of "${name}" is missing among ${[...steps.keys()].join(', ')}.`);
        answers['the step Run Report'] = numbersOf(step);
      }
      const [first, ...others] = Object.entries(answers);
      for (const [door, answer] of others) assert.deepEqual(answer, first![1], door);
      // Empty answers would agree too.
      assert.equal(first![1].rows.length > 0, question.groupBy !== undefined && name !== 'nothing at all', name);
    });
  }

  for (const [name, { question, mistakes }] of Object.entries(refused)) {
    it(`is refused alike at every door: ${name}`, async () => {
      const found = (body: unknown) =>
        (body as { errors: Mistake[] }).errors.map(({ pointer, code }) => ({ pointer, code }));
      for (const [door, ask] of Object.entries(openDoors({ url: product.url, cookie, workspace, key }))) {
        const { status, body } = await ask(question);
        assert.equal(status, 422, door);
        assert.deepEqual(found(body), mistakes, door);
      }
      assert.deepEqual(await mistakesByTool({ url: product.url, key }, question), mistakes, 'the agent tool');
      assert.deepEqual(await mistakesByGraphql({ url: product.url, key }, question), mistakes, 'GraphQL');
      const { status, body } = await send(`${product.url}/api/reports?workspace=${workspace}`, {
        method: 'POST',
        headers: { cookie, origin: product.url, 'content-type': 'application/json' },
        body: JSON.stringify({ name, definition: { chart: 'table', ...question } }),
      });
      assert.equal(status, 422, 'a saved report');
      const saved = found(body).map(({ pointer, code }) => ({ pointer: pointer.replace('/definition', ''), code }));
      assert.deepEqual(saved, mistakes, 'a saved report');
    });
  }

  it('names a deleted record at every door that names records', async () => {
    const question = questions['a relation, one record of which is gone']!;
    const doors = openDoors({ url: product.url, cookie, workspace, key });
    const address = `${product.url}/api/reports/${reports.get('a relation, one record of which is gone')}/answer?workspace=${workspace}&labels=1`;
    const asked = Object.values(doors).map(async (ask) =>
      missingIn((await ask(question, { labels: '1' })).body as Answer),
    );
    const all = [
      ...(await Promise.all(asked)),
      missingIn((await send(address, { headers: { cookie } })).body as Answer),
      await missingByTool({ url: product.url, key }, question),
      await missingByGraphql({ url: product.url, key }, question),
    ];
    assert.equal(all[0]!.length, 1);
    for (const missing of all) assert.deepEqual(missing, all[0]);
  });

  it('has the same rows for the months of a saved line, empty months included', async () => {
    const address = `${product.url}/api/reports/${reports.get('a line')}/answer?workspace=${workspace}`;
    const saved = numbersOf((await send(address, { headers: { cookie } })).body as Answer);
    assert.ok(saved.rows.some((row) => row.filled));
    assert.deepEqual(numbersOf(steps.get('a line')!), saved);
    const question: Question = { ...months, groupBy: months.groupBy!.map((group) => ({ ...group, fill: true })) };
    assert.deepEqual(await askTool({ url: product.url, key }, question), saved);
  });
});
