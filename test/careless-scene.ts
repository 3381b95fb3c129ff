import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { carelessFiles, type CarelessService } from './careless-service.ts';
import { send } from './doors.ts';
import type { Place } from './planted-places.ts';
import { waitFor, type Product } from './product.ts';

interface Scene {
  product: Product;
  service: CarelessService;
  cookie: string;
}

const action = (id: string, name: string, input: object) => ({
  ...{ id, kind: 'action', connector: 'careless', action: name, input },
});

/**
 * Uses the careless service in every way: its connector is made in the builder, an account signs in, a workflow that
 * subscribes there reads, writes and sends a file while tokens are replaced and in the end refused, an agent calls it,
 * the builder tries it, and the command line records it. Returns all answers.
 */
export async function useCarelessService({ product, service, cookie }: Scene): Promise<Place[]> {
  const places: Place[] = [];
  const headers = {
    ...{ cookie, origin: product.url, 'content-type': 'application/json' },
    accept: 'application/json, text/event-stream',
  };
  async function ask<T>(method: string, path: string, json?: unknown, allowed = 299): Promise<T> {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const answered = await send(`${product.url}${path}`, { method, headers, ...body });
    places.push({ name: `${method} ${path}`, text: JSON.stringify(answered.body) ?? '' });
    assert.ok(answered.status <= allowed, `${method} ${path}: ${answered.status} ${JSON.stringify(answered.body)}`);
    return answered.body as T;
  }

  const folder = '/api/connector-folders/careless';
  await ask('POST', '/api/connector-folders', { from: 'nothing', id: 'careless', name: 'Careless' });
  const files = Object.entries(carelessFiles).map(([path, file]) => ({ path, text: JSON.stringify(file) }));
  const { revision } = await ask<{ revision: number }>('GET', folder);
  const saved = await ask<{ revision: number }>('PUT', folder, {
    revision,
    files: [...files, { path: 'README.md', text: '# Careless\n\nShows what it is sent.\n' }],
  });
  await ask('POST', `${folder}/releases`, { version: '1.0.0', revision: saved.revision, isUntested: true });
  await ask('POST', '/api/connectors', { id: 'careless' });

  await ask('PUT', '/api/connector-clients/careless', service.client);
  const begun = await ask<{ id: string; address: string }>('POST', '/api/account-sign-ins', { connector: 'careless' });
  await comeBack(product, service, { address: begun.address, cookie });
  const { accountId } = await ask<{ accountId: string }>('GET', `/api/account-sign-ins/${begun.id}`);
  assert.ok(accountId, 'signed in');
  await ask('POST', `/api/accounts/${accountId}/test`);

  const uploaded = await fetch(`${product.url}/api/files?name=a.txt`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: 'a small file',
  });
  const file = (await uploaded.json()) as { id: string };
  const definition = {
    name: 'Careless',
    trigger: { kind: 'connector', connector: 'careless', events: ['*'], subscribe: {} },
    steps: [
      action('list', 'list-notes', {}),
      action('add', 'add-note', { note: 'About {{trigger.payload.id}}' }),
      action('attach', 'attach-file', { file: file.id }),
    ],
  };
  const { id: workflow } = await ask<{ id: string }>('POST', '/api/workflows', { name: 'Careless', definition });
  await ask('PATCH', `/api/workflows/${workflow}/settings`, { on: true, accounts: { careless: accountId } });
  await waitFor('the subscription', () => service.hookUrl() !== undefined);

  const runs = () => ask<{ runs: { status: string }[] }>('GET', `/api/runs?workflow=${workflow}`);
  async function runOnce(id: string): Promise<void> {
    await fetch(service.hookUrl()!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    });
    await waitFor(`the run of ${id}`, async () => {
      const all = (await runs()).runs;
      return all.length === Number(id.slice(1)) && all.every(({ status }) => /completed|failed|waiting/.test(status));
    });
  }
  await runOnce('d1');
  service.endTokens();
  await runOnce('d2');
  assert.deepEqual(
    (await runs()).runs.map(({ status }) => status),
    ['completed', 'completed'],
    service.answered.join('\n'),
  );

  const tried = (name: string, inputs: object) =>
    ask('POST', `${folder}/tries`, { action: name, inputs, account: accountId });
  await tried('list-notes', {});
  await tried('add-note', { note: 'x' });
  await tried('attach-file', { file: file.id });
  const arguments_ = { connector: 'careless', action: 'list-notes', account: accountId };
  await ask('POST', '/mcp', {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'try_reading_action', arguments: arguments_ },
  });
  await ask('POST', '/graphql', { query: '{ tickets { id title } __schema { types { name description } } }' });
  places.push(...(await recordFixture(product, service)));

  service.endTokens('refresh');
  await runOnce('d3');
  await ask('POST', `/api/accounts/${accountId}/test`, undefined, 500);
  for (const format of ['csv', 'ndjson']) {
    const exported = await fetch(`${product.url}/api/run-export?format=${format}`, { headers: { cookie } });
    places.push({ name: `run export as ${format}`, text: await exported.text() });
  }
  return places;
}

/** As the browser does after the person has agreed. */
async function comeBack(
  product: Product,
  service: CarelessService,
  { address, cookie }: { address: string; cookie: string },
): Promise<void> {
  const to = service.route.split('=')[1]!;
  const { pathname, search } = new URL(address);
  const agreed = await fetch(`${to}${pathname}${search}`, { redirect: 'manual' });
  const back = new URL(agreed.headers.get('location')!);
  const came = await fetch(`${product.url}${back.pathname}${back.search}`, { redirect: 'manual', headers: { cookie } });
  assert.equal(came.status, 302, await came.text());
}

/** Records a fixture with the newest tokens; returns what was printed and the files of the connector. */
async function recordFixture(product: Product, { secrets, route }: CarelessService): Promise<Place[]> {
  const folder = join(dirname(product.home), 'careless');
  for (const [path, file] of Object.entries(carelessFiles)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), JSON.stringify(file));
  }
  await cp(join(import.meta.dirname, '../packages/connectors/http/README.md'), join(folder, 'README.md'));
  const newest = (what: string) => [...secrets].filter(([name]) => name.startsWith(what)).at(-1)![1];
  const { code, stdout, stderr } = await product.tallyhook(
    [
      ...['record', 'list-notes', '--connector', folder],
      ...['--field-from-env', 'accessToken=ACCESS', '--field-from-env', 'signing=SIGNING'],
    ],
    {
      environment: {
        TALLYHOOK_ROUTES: route,
        ACCESS: newest('access token'),
        SIGNING: newest('kept signing secret'),
      },
    },
  );
  assert.equal(code, 0, stderr);
  const names = await readdir(join(folder, 'fixtures'), { recursive: true, withFileTypes: true });
  const fixtures = await Promise.all(
    names
      .filter((entry) => entry.isFile())
      .map(async (entry) => ({ name: entry.name, text: await readFile(join(entry.parentPath, entry.name), 'utf8') })),
  );
  assert.ok(fixtures.length > 0);
  return [{ name: 'tallyhook record', text: stdout + stderr }, ...fixtures];
}
