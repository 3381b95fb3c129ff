import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import type { Page } from 'playwright-core';
import { send } from './doors.ts';
import { openTemporal } from './github-scene.ts';
import { mongodbUri, type Product, waitFor } from './product.ts';

/** A text or bytes, and where it was found. */
export interface Place {
  name: string;
  text: string | Buffer;
}

/** What the api answers a signed-in person, path by path. */
export async function readAnswers(product: Product, { cookie }: { cookie: string }): Promise<Place[]> {
  const paths = [
    'session',
    'workspaces',
    'branches',
    'keys',
    'types',
    'accounts',
    'connectors',
    'workflows',
    'reports',
    'runs',
    'deliveries',
    'files',
    'audit',
    'connector-clients',
    'connector-folders',
    'subscriptions',
    'keyring',
    'outbox',
    'openapi.json',
  ].map((name) => `/api/${name}`);
  const { runs } = await product.json<{ runs: { id: string }[] }>(['runs', 'list']);
  const answers: Place[] = [];
  for (const path of [
    ...paths,
    ...runs.map(({ id }) => `/api/runs/${id}`),
    '/api/records?type=ticket',
    '/api/changes?type=ticket',
    '/health',
  ]) {
    const { status, body } = await send(`${product.url}${path}`, { headers: { cookie } });
    assert.equal(status, 200, `GET ${path}: ${JSON.stringify(body)}`);
    answers.push({ name: `GET ${path}`, text: JSON.stringify(body) });
  }
  return answers;
}

/** Every file under the product's home: logs, data of both engines, secrets. Engines may delete files meanwhile. */
export async function* readFiles(home: string): AsyncGenerator<Place> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  assert.ok(paths.some((path) => path.endsWith('worker.log')) && paths.some((path) => path.endsWith('temporal.db')));
  for (const path of paths) {
    const text = await readFile(path).catch(nothingWhereGone);
    if (text !== undefined) yield { name: path, text };
  }
}

function nothingWhereGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The histories of Temporal, once it lists `count` of them. */
export async function* readHistories(product: Product, count: number): AsyncGenerator<Place> {
  const { client, close } = await openTemporal(product);
  // Temporal lists new workflows with a short delay.
  const query = 'WorkflowId STARTS_WITH "hook:"';
  await waitFor(`the list of ${count} runs`, async () => (await client.workflow.count(query)).count === count);
  for await (const { workflowId } of client.workflow.list()) {
    const history = await client.workflow.getHandle(workflowId).fetchHistory();
    yield { name: `history of ${workflowId}`, text: textOf(history) };
  }
  await close();
}

/** Every collection of the product, and the change log of the replica set. */
export async function* readDatabases(product: Product): AsyncGenerator<Place> {
  const client = await MongoClient.connect(await mongodbUri(product));
  const { databases } = await client.db().admin().listDatabases();
  // Nobody may read what MongoDB keeps for itself.
  for (const { name } of databases.filter((database) => /^(tallyhook|local)/.test(database.name))) {
    for (const { name: collection } of await client.db(name).listCollections().toArray()) {
      if (/^(system|replset)\./.test(collection)) continue;
      const rows = await client.db(name).collection(collection).find().toArray();
      yield { name: `database ${name} ${collection}`, text: textOf(rows) };
    }
  }
  await client.close();
}

/** What a browser is sent and shows at some addresses. */
export async function readPages(page: Page, addresses: readonly string[]): Promise<Place[]> {
  const answers: Promise<Place | undefined>[] = [];
  page.on('response', (response) => {
    const name = `answer to the page: ${response.url()}`;
    // A page that is left drops its answers.
    const read = response.body().then(
      (text) => ({ name, text }),
      () => undefined,
    );
    answers.push(read);
  });
  const shown: Place[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await page.locator('#main h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    shown.push({ name: `page ${address}`, text: await page.content() });
  }
  const read = (await Promise.all(answers)).filter((place) => place !== undefined);
  assert.ok(read.length > addresses.length, `${read.length} answers`);
  return [...shown, ...read];
}

/** Everything in a value as one text; bytes as Latin-1 characters. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${textOf(inner)}`)
    .join('\n');
}
