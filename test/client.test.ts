import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient, Problem, type Client } from '@tallyhook/client';
import { questionSchema } from '@tallyhook/schemas';
import ts from 'typescript';
import { send, signIn } from './doors.ts';
import { clone, type Product } from './product.ts';
import { shareProduct } from './shared-product.ts';

const program = (body: string) => `
import { createClient, type Asked, type Question } from '@tallyhook/client';
import './tallyhook.d.ts';
const client = createClient({ url: 'http://127.0.0.1:1', key: 'k' });
export const run = async () => { ${body} };
`;

describe('the client', function () {
  this.timeout(300_000);
  let product: Product;
  let client: Client;
  let key: string;
  let folder: string;

  before(async () => {
    product = await shareProduct();
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-types-'));
    const { cookie, workspace } = await signIn(product.url, product.owner);
    const made = await send(`${product.url}/api/keys?workspace=${workspace}`, {
      method: 'POST',
      headers: { cookie, origin: product.url, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'client', branch: 'main', access: 'write' }),
    });
    key = (made.body as { key: string }).key;
    client = createClient({ url: product.url, key });
    const types = await fetch(`${product.url}/api/types.d.ts`, { headers: { authorization: `Bearer ${key}` } });
    assert.match(types.headers.get('content-type') ?? '', /^text\/plain/);
    await writeFile(join(folder, 'tallyhook.d.ts'), await types.text());
  });
  after(async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('creates, changes, reads, queries and deletes records', async () => {
    const { id, revision } = await client.records.create('note', { title: 'Client', pinned: true });
    const changed = await client.records.update('note', id, { revision, fields: { pinned: null } });
    assert.deepEqual(changed.fields, { title: 'Client' });
    assert.deepEqual(await client.records.get('note', id), changed);
    const { rows, overall } = await client.query({
      type: 'note',
      filter: { field: 'title', op: 'eq', value: 'Client' },
      groupBy: [{ field: 'title' }],
    });
    assert.deepEqual([rows, overall], [[{ key: { title: 'Client' }, count: 1 }], { count: 1 }]);
    const { records } = await client.records.list('note', { limit: 1000 });
    assert.ok(records.some((record) => record.id === id));
    const filter = { field: 'title', op: 'eq', value: 'Client' } as const;
    const named = await client.records.list('note', { filter, labels: true });
    assert.deepEqual([named.records.map((record) => record.id), named.labels], [[id], {}]);
    await client.records.remove('note', id, { revision: changed.revision });
    await assert.rejects(
      client.records.get('note', id),
      (error) => error instanceof Problem && error.code === 'not_found',
    );
  });

  it('writes batches, searches in an order, and reads histories, news and exports', async () => {
    const { since } = await client.records.news('note');
    const made = await client.records.batch(
      'note',
      ['A', 'B', 'C'].map((letter) => ({ do: 'create', fields: { title: `Batch ${letter}` } })),
    );
    const ids = made.map((record) => record!.id);
    const filter = { field: 'title', op: 'contains', value: 'Batch' } as const;
    const order = { filter, sort: [{ field: 'title', dir: 'desc' as const }] };
    const titles = async (offset: number) =>
      (await client.records.search('note', { ...order, offset, limit: 2 })).records.map(({ fields }) => fields.title);
    assert.deepEqual([await titles(0), await titles(2)], [['Batch C', 'Batch B'], ['Batch A']]);
    const exported: object[] = [];
    const wanted = { filter, sort: 'title', fields: ['title'] };
    for await (const record of client.records.export('note', wanted)) exported.push(record);
    assert.deepEqual(exported[0], { id: ids[0], title: 'Batch A' });
    assert.equal(exported.length, 3);
    const { changes } = await client.records.history('note', ids[0]!);
    assert.deepEqual(
      changes.map(({ kind }) => kind),
      ['create'],
    );
    assert.equal((await client.records.news('note', since)).changes.length, 3);
    const removed = await client.records.batch(
      'note',
      ids.map((id) => ({ do: 'delete', id })),
    );
    assert.deepEqual(removed, [null, null, null]);
  });

  it('works with types, views, commits and apps of the branch of its key', async () => {
    const { uncommitted } = await client.commits.list();
    assert.equal(typeof uncommitted, 'object');
    const view = await client.views.create({ name: 'Client', definition: { type: 'note' } });
    assert.equal((await client.views.list('note')).at(-1)?.id, view.id);
    await client.views.remove(view.id);
    assert.ok((await client.types.list()).some(({ name }) => name === 'note'));
    assert.equal((await client.types.uses('note')).records, (await client.query({ type: 'note' })).overall.count);
    assert.ok((await client.apps.list()).installed.some(({ app }) => app === 'work'));
  });

  it('throws a problem with every mistake if the service refuses a call', async () => {
    await assert.rejects(client.query({ type: 'note', groupBy: [{ field: 'titel' }] }), (error) => {
      assert.ok(error instanceof Problem);
      assert.equal(error.code, 'invalid_question');
      assert.equal(error.errors[0]?.suggestion, 'title');
      return true;
    });
  });

  it('has a README whose examples run and compile', async () => {
    const text = await readFile(join(clone, 'packages/client/README.md'), 'utf8');
    const blocks = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block]) => block!);
    assert.ok(blocks.length >= 3, 'the examples are marked as ts');
    const examples = blocks.join('\n').replaceAll('http://127.0.0.1:3000', product.url);
    const { cookie } = await signIn(product.url, product.owner);
    const post = async (path: string, json: object): Promise<never> => {
      const headers = { cookie, origin: product.url, 'content-type': 'application/json' };
      return (await send(product.url + path, { method: 'POST', headers, body: JSON.stringify(json) })).body as never;
    };
    const { id } = (await post('/api/workspaces', { name: 'Bakery' })) as { id: string };
    const made = (await post(`/api/keys?workspace=${id}`, { name: 'x', branch: 'main', access: 'write' })) as {
      key: string;
    };
    assert.deepEqual(await compiled([{ file: join(folder, 'examples.mts'), source: examples }]), [[]]);
    // Beside the clone's packages, Node finds the client.
    const { email, password } = product.owner;
    const environment = { TALLYHOOK_KEY: made.key, TALLYHOOK_EMAIL: email, TALLYHOOK_PASSWORD: password };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', examples], {
      cwd: join(clone, 'test'),
      env: { ...process.env, ...environment },
    });
    assert.match(stdout, /^Flour 1\nOven 3\n/m);
    assert.match(stdout, /^\{ ticket: \{ created: 1, updated: 0, deleted: 0 \} \}$/m);
    const { commits } = await createClient({ url: product.url, key: made.key }).commits.list();
    assert.deepEqual(
      commits.slice(0, 3).map(({ message }) => message),
      ['Not yet', 'Merge spring', 'The first tickets'],
    );
  });

  /** The compiler errors of each program; all are compiled together with the workspace's types. */
  async function mistakesOf(bodies: readonly string[]): Promise<string[][]> {
    return compiled(bodies.map((body, at) => ({ file: join(folder, `program${at}.ts`), source: program(body) })));
  }

  async function compiled(programs: readonly { file: string; source: string }[]): Promise<string[][]> {
    await Promise.all(programs.map(({ file, source }) => writeFile(file, source)));
    const files = programs.map(({ file }) => file);
    const compiling = ts.createProgram([...files, join(folder, 'tallyhook.d.ts')], {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2024,
      lib: ['lib.es2024.d.ts'],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      typeRoots: [join(clone, 'node_modules', '@types')],
      types: ['node'],
      paths: { '@tallyhook/client': [join(clone, 'packages', 'client', 'src', 'index.ts')] },
    });
    const mistakes = ts.getPreEmitDiagnostics(compiling).filter(({ file }) => !file?.fileName.includes('node_modules'));
    const strange = mistakes.filter(({ file }) => !files.includes(file?.fileName ?? ''));
    assert.deepEqual(strange.map(messageOf), []);
    return files.map((name) => mistakes.filter(({ file }) => file?.fileName === name).map(messageOf));
  }

  const messageOf = ({ messageText }: ts.Diagnostic) => ts.flattenDiagnosticMessageText(messageText, ' ');

  it('compiles what the types of the workspace allow, and types the answers', async () => {
    const body = `
      const { rows, overall } = await client.query({
        type: 'ticket',
        filter: { and: [{ field: 'status', op: 'in', value: ['open'] }, { field: 'due', op: 'within', value: 'last 30 days' }] },
        groupBy: [{ field: 'createdAt', unit: 'month', as: 'month' }, { field: 'assignee.team' }],
        measures: [{ fn: 'count' }, { fn: 'sum', field: 'estimate' }, { fn: 'max', field: 'due', as: 'last' }],
        sort: [{ by: 'count', dir: 'desc' }],
      });
      const month: string | null = rows[0]!.key.month;
      const team: string | null = rows[0]!.key.assignee_team;
      const sum: number = rows[0]!.sum_estimate + overall.count;
      const last: string | null = overall.last;
      const extremes = await client.query({
        type: 'ticket',
        groupBy: [{ field: 'status', as: 'state' }],
        measures: [{ fn: 'max', field: 'estimate' }, { fn: 'min', field: 'closedAt' }],
        having: [{ measure: 'max_estimate', op: 'gt', value: 1 }],
        sort: [{ by: 'state' }, { by: 'min_closedAt', dir: 'desc' }],
      });
      const most: number | null = extremes.overall.max_estimate;
      const first: string | null | undefined = extremes.rows[0]?.min_closedAt;
      const groups = [{ field: 'status' as const }];
      const order = [{ by: 'whatever' as string }];
      await client.query({ type: 'ticket', groupBy: groups, sort: [{ by: 'status' }] });
      await client.query({ type: 'ticket', groupBy: [{ field: 'status' }], sort: order });
      const { fields } = await client.records.get('ticket', 'x');
      const status: 'open' | undefined = fields.status === 'open' ? fields.status : undefined;
      await client.records.create('ticket', { title: 'x', labels: ['bug'], estimate: null });
      const person = createClient({ url: 'http://127.0.0.1:1', token: 't', workspace: 'w' });
      await person.merges.merge({ from: 'a', into: 'main', rest: 'from' }, { onProgress: ({ looked }) => void looked.toFixed() });
      const [edited] = await person.records.batch('ticket', [{ do: 'update', id: 'x', revision: 1, fields: { done: true } }]);
      const late: string | null | undefined = edited?.fields.due;
      void late;
      const kept: Question<'ticket'> = { type: 'ticket', sort: [{ by: 'count' }] };
      await client.query(kept);
      const ask = <const Q extends Question>(question: Asked<Q>) => client.query(question);
      const asked: string | null = (await ask({ type: 'ticket', groupBy: [{ field: 'status' }] })).rows[0]!.key.status;
      return [month, team, sum, last, most, first, status, asked];`;
    assert.deepEqual(await mistakesOf([body]), [[]]);
  });

  /** Whether two types are identical; assignability alone would accept a wider one. */
  const same = `type Same<A, B> = [A, B] extends [B, A] ? true : false;`;

  it('types the key of a date group by its unit', async () => {
    const units = questionSchema.$defs.unit.enum;
    const bodies = units.map(
      (unit) => `${same}
      const { rows } = await client.query({ type: 'ticket', groupBy: [{ field: 'closedAt', unit: '${unit}', as: 'part' }, { field: 'status' }] });
      const isKnown: Same<typeof rows[0]['key']['part'], ${/Of/.test(unit) ? 'number' : 'string'} | null> = true;
      const at = rows[0]!.key.part;
      if (at !== null) await client.query({ type: 'ticket', filter: { field: 'closedAt', op: 'within', value: { unit: '${unit}', at } } });
      return isKnown;`,
    );
    const others = [
      [`{ field: 'due' }`, 'string | null'],
      [`{ field: 'due', unit: unit as 'month' | 'dayOfWeek' }`, 'string | number | null'],
      [`{ field: 'due', unit: unit as 'weekOfYear', top: 2, other: true }`, 'number | null | undefined'],
      [`{ field: 'estimate' }`, 'number | null'],
      [`{ field: 'done' }`, 'boolean | null'],
    ].map(
      ([group, key]) => `${same}
      const unit: string = process.argv[2]!;
      const { rows } = await client.query({ type: 'ticket', groupBy: [{ ...{ as: 'part' } as const, ...${group} as const }] });
      const isKnown: Same<typeof rows[0]['key']['part'], ${key}> = true;
      return [isKnown, unit];`,
    );
    assert.ok(units.includes('dayOfWeek') && units.includes('month'));
    const all = [...bodies, ...others];
    assert.deepEqual(
      await mistakesOf(all),
      all.map(() => []),
    );
  });

  const wrong = [
    [
      'an order by what the question does not have',
      `await client.query({ type: 'ticket', groupBy: [{ field: 'status' }], sort: [{ by: 'statsu' }] });`,
    ],
    [
      'an order by a field that is called otherwise',
      `await client.query({ type: 'ticket', groupBy: [{ field: 'status', as: 'state' }], sort: [{ by: 'status' }] });`,
    ],
    [
      'an order by a measure that the question does not have, beside one that it has',
      `await client.query({ type: 'ticket', measures: [{ fn: 'sum', field: 'estimate' }], sort: [{ by: 'sum_estimate' }, { by: 'count' }] });`,
    ],
    [
      'a condition on a measure that the question does not have',
      `await client.query({ type: 'ticket', groupBy: [{ field: 'status' }], having: [{ measure: 'sum_estimate', op: 'gt', value: 1 }] });`,
    ],
    [
      'three groupings',
      `await client.query({ type: 'ticket', groupBy: [{ field: 'status' }, { field: 'priority' }, { field: 'done' }] });`,
    ],
    [
      'the largest day as a number',
      `const { overall } = await client.query({ type: 'ticket', measures: [{ fn: 'max', field: 'due' }] }); const last: number | null = overall.max_due;`,
    ],
    [
      'the smallest number as a text',
      `const { overall } = await client.query({ type: 'ticket', measures: [{ fn: 'min', field: 'estimate' }] }); const least: string | null = overall.min_estimate;`,
    ],
    [
      'the number of a day of the week as a text',
      `const { rows } = await client.query({ type: 'ticket', groupBy: [{ field: 'due', unit: 'dayOfWeek' }] }); const day: string | null = rows[0]!.key.due; void day;`,
    ],
    [
      'the first day of a month as a number',
      `const { rows } = await client.query({ type: 'ticket', groupBy: [{ field: 'due', unit: 'month' }] }); const month: number | null = rows[0]!.key.due; void month;`,
    ],
    ['a type that is not there', `await client.query({ type: 'tickets' });`],
    ['a field that is not there', `await client.query({ type: 'ticket', groupBy: [{ field: 'statsu' }] });`],
    [
      'a field of a related record that is not there',
      `await client.query({ type: 'ticket', groupBy: [{ field: 'assignee.taem' }] });`,
    ],
    [
      'an operator that does not fit the kind',
      `await client.query({ type: 'ticket', filter: { field: 'status', op: 'gt', value: 'open' } });`,
    ],
    [
      'a choice that is not there',
      `await client.query({ type: 'ticket', filter: { field: 'status', op: 'eq', value: 'opne' } });`,
    ],
    [
      'a value of another kind',
      `await client.query({ type: 'ticket', filter: { field: 'estimate', op: 'eq', value: '3' } });`,
    ],
    [
      'a measure that does not fit the kind',
      `await client.query({ type: 'ticket', measures: [{ fn: 'sum', field: 'title' }] });`,
    ],
    ['a part that questions do not have', `await client.query({ type: 'ticket', limti: 3 });`],
    ['such a part beside others', `await client.query({ type: 'ticket', groupby: [{ field: 'status' }], limit: 3 });`],
    [
      'such a part of what was made before',
      `const made = { type: 'ticket', limti: 3 } as const; await client.query(made);`,
    ],
    [
      'such a part by way of a function of others',
      `const ask = <const Q extends Question>(question: Asked<Q>) => client.query(question); await ask({ type: 'ticket', limti: 3 });`,
    ],
    [
      'a period of what is no date',
      `await client.query({ type: 'ticket', groupBy: [{ field: 'status', unit: 'month' }] });`,
    ],
    ['such a part of a group', `await client.query({ type: 'ticket', groupBy: [{ field: 'status', ass: 'x' }] });`],
    ['such a part of a measure', `await client.query({ type: 'ticket', measures: [{ fn: 'count', As: 'x' }] });`],
    ['such a part of an order', `await client.query({ type: 'ticket', sort: [{ by: 'count', direction: 'asc' }] });`],
    ['a measure that was not asked for', `(await client.query({ type: 'ticket' })).overall.sum_estimate;`],
    [
      'a key that was not grouped by',
      `(await client.query({ type: 'ticket', groupBy: [{ field: 'status' }] })).rows[0]!.key.assignee;`,
    ],
    [
      'the key of a group that all other values have none of',
      `const { rows } = await client.query({ type: 'ticket', groupBy: [{ field: 'status', top: 2, other: true }] }); const status: string | null = rows[0]!.key.status; void status;`,
    ],
    ['a field of a record that is not there', `await client.records.create('ticket', { titel: 'x' });`],
    [
      'a field of a batch that is not there',
      `await client.records.batch('ticket', [{ do: 'create', fields: { titel: 'x' } }]);`,
    ],
    [
      'a filter of an export that does not fit',
      `client.records.export('ticket', { filter: { field: 'titel', op: 'eq', value: 'x' } });`,
    ],
    ['the branches of a workspace with a key', `await client.branches.list();`],
    ['the installation of an app with a key', `await client.apps.install({ id: 'work' });`],
  ] as const;

  it('suggests a field of the queried type for a mistake', async () => {
    const [messages] = await mistakesOf([`await client.query({ type: 'ticket', groupBy: [{ field: 'statsu' }] });`]);
    assert.match(messages!.join(), /Did you mean '"status"'\?$/);
  });

  it('names the possible orders for an invalid one', async () => {
    const [messages] = await mistakesOf([
      `await client.query({ type: 'ticket', groupBy: [{ field: 'status' }], sort: [{ by: 'statsu' }] });`,
    ]);
    assert.match(messages!.join(), /OneOf<("status" \| "count"|"count" \| "status")>/);
  });

  it('does not compile what the types of the workspace do not allow', async () => {
    const mistakes = await mistakesOf(wrong.map(([, body]) => body));
    const each = wrong.map(([what], at) => [what, mistakes[at]!.length]);
    assert.deepEqual(
      each,
      wrong.map(([what]) => [what, 1]),
      mistakes.flat().join('\n'),
    );
  });
});
