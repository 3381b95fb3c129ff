import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPracticeService, type PracticeService } from '@tallyhook/practice';
import { MongoClient } from 'mongodb';
import { send, signIn } from './doors.ts';
import { openTemporal, setGithubScene, type GithubScene } from './github-scene.ts';
import { mongodbUri, type Product, startProduct, waitFor } from './product.ts';
import { startEcho, type Echo } from './echo-service.ts';
import { secretForms } from './secret-forms.ts';

/** A text and where it was found. */
interface Place {
  name: string;
  text: string;
}

const label = 'An account whose label may be seen';

describe('a planted secret', function () {
  this.timeout(300_000);
  const token = `ghp_${randomBytes(18).toString('hex')}`;
  const wrongToken = `ghp_${randomBytes(18).toString('hex')}`;
  /** With everything that encodings write differently. */
  const oddSecret = `s&=/+ "ü>${randomBytes(12).toString('base64')}`;
  const clientSecret = `client+/${randomBytes(18).toString('base64')}`;
  let practice: PracticeService;
  let echo: Echo;
  let product: Product;
  let places: Place[];
  let session: { cookie: string; workspace: string };
  let key: string;

  before(async () => {
    practice = await createPracticeService({ service: 'github', port: 0, token, endingToken: wrongToken });
    echo = await startEcho();
    product = await startProduct({
      TALLYHOOK_DEMO: '0',
      TALLYHOOK_ROUTES: `https://api.github.com=${practice.url},https://api.twilio.com=${echo.url}`,
    });
    const scene = await setGithubScene(product, token);
    session = await signIn(product.url, product.owner);
    key = (await product.json<{ key: string }>(['keys', 'create', '--name', 'canary'])).key;
    const linked = await product.json<{ id: string }>(
      ['accounts', 'link', 'github', '--field', 'owner=Codertocat', '--field', 'token=-', '--label', label],
      { input: `${wrongToken}\n` },
    );
    practice.endTokens();
    await runInEveryWay(scene, linked.id);
    const tested = await testOddAccount();
    places = [
      ...tested,
      ...(await readAnswers(product, session)),
      ...(await readFiles(product.home)),
      { name: 'what npm start printed', text: product.printed() },
      ...(await readHistories(product)),
      ...(await readDatabases(product)),
    ];
  });
  after(async () => {
    await product?.remove();
    await practice?.close();
    await echo?.close();
  });

  /**
   * Runs a workflow once successfully, then with the other service refusing, disconnecting and failing, and with a
   * wrong token.
   */
  async function runInEveryWay(scene: GithubScene, wrongAccount: string): Promise<void> {
    const runOne = async (count: number) => {
      await scene.deliver({ event: 'issues', id: randomUUID() });
      await waitFor(
        `run ${count} to end`,
        async () =>
          (await scene.runs()).filter(({ status }) => ['completed', 'failed', 'waiting'].includes(status)).length ===
          count,
      );
    };
    await runOne(1);
    practice.setFaults(['reset']);
    await runOne(2);
    practice.setFaults(['500']);
    await runOne(3);
    const headers = { cookie: session.cookie, origin: product.url, 'content-type': 'application/json' };
    const body = JSON.stringify({ accounts: { github: wrongAccount } });
    const changed = await send(`${product.url}/api/workflows/${scene.workflowId}/settings`, {
      method: 'PATCH',
      headers,
      body,
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    await runOne(4);
    const statuses = (await scene.runs()).map(({ status }) => status);
    assert.ok(statuses.includes('completed') && statuses.some((status) => status !== 'completed'), statuses.join());
  }

  /** Links an account with Basic authentication at a service that shows in every answer what it was sent. */
  async function testOddAccount(): Promise<Place[]> {
    await product.json(['connectors', 'install', 'twilio']);
    const { id } = await product.json<{ id: string }>(
      ['accounts', 'link', 'twilio', '--field', 'accountSid=AC1', '--field', 'secret=-', '--label', 'Odd'],
      { input: `${oddSecret}\n` },
    );
    const headers = { cookie: session.cookie, origin: product.url, 'content-type': 'application/json' };
    const client = await send(`${product.url}/api/connector-clients/slack`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ id: 'our-client', secret: clientSecret }),
    });
    assert.ok(client.status < 300, JSON.stringify(client.body));
    const tested: Place[] = [{ name: 'PUT /api/connector-clients', text: JSON.stringify(client.body) }];
    for (const answer of ['refusal', 'error', 'redirect'] as const) {
      echo.answerWith(answer);
      const { body } = await send(`${product.url}/api/accounts/${id}/test`, { method: 'POST', headers });
      tested.push({ name: `test: ${answer}`, text: JSON.stringify(body) });
    }
    assert.ok(echo.received().includes(Buffer.from(`AC1:${oddSecret}`).toString('base64')), echo.received());
    return tested;
  }

  function found(secret: string): string[] {
    const forms = secretForms(secret);
    return places.filter(({ text }) => forms.some((form) => text.includes(form))).map(({ name }) => name);
  }

  it('would be found, as the public label is in the answers and in the database', () => {
    const names = found(label);
    assert.ok(names.includes('GET /api/accounts') && names.some((name) => name.startsWith('database ')), names.join());
    assert.equal(
      places.filter(({ name, text }) => name.startsWith('history of hook:') && text.length > 1000).length,
      4,
    );
  });

  it('of a linked account appears in no log, answer, run, history, package or row', () => {
    assert.deepEqual(found(token), []);
    assert.deepEqual(found(wrongToken), []);
  });

  it('of an account whose service shows it in its answers appears nowhere, in no encoding', () => {
    assert.deepEqual(found(oddSecret), []);
  });

  it('of an OAuth client appears nowhere', () => {
    assert.deepEqual(found(clientSecret), []);
  });

  it('that signs in people or scripts is stored nowhere', () => {
    assert.deepEqual(found(product.owner.password), []);
    assert.deepEqual(found(key), []);
    assert.deepEqual(found(session.cookie.split('=')[1]!), []);
  });
});

async function readAnswers(product: Product, { cookie }: { cookie: string }): Promise<Place[]> {
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
async function readFiles(home: string): Promise<Place[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  assert.ok(paths.some((path) => path.endsWith('worker.log')) && paths.some((path) => path.endsWith('temporal.db')));
  const read = paths.map((path) => readFile(path, 'latin1').then((text) => ({ name: path, text }), nothingWhereGone));
  return (await Promise.all(read)).filter((place) => place !== undefined);
}

function nothingWhereGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function readHistories(product: Product): Promise<Place[]> {
  const { client, close } = await openTemporal(product);
  const histories: Place[] = [];
  // Temporal lists new workflows with a short delay.
  const query = 'WorkflowId STARTS_WITH "hook:"';
  await waitFor('the list of four runs', async () => (await client.workflow.count(query)).count === 4);
  for await (const { workflowId } of client.workflow.list()) {
    const history = await client.workflow.getHandle(workflowId).fetchHistory();
    histories.push({ name: `history of ${workflowId}`, text: textOf(history) });
  }
  await close();
  return histories;
}

async function readDatabases(product: Product): Promise<Place[]> {
  const client = await MongoClient.connect(await mongodbUri(product));
  const places: Place[] = [];
  const { databases } = await client.db().admin().listDatabases();
  // The change log of the replica set too; nobody may read what MongoDB keeps for itself.
  for (const { name } of databases.filter((database) => /^(tallyhook|local)/.test(database.name))) {
    for (const { name: collection } of await client.db(name).listCollections().toArray()) {
      if (/^(system|replset)\./.test(collection)) continue;
      const rows = await client.db(name).collection(collection).find().toArray();
      places.push({ name: `database ${name} ${collection}`, text: textOf(rows) });
    }
  }
  await client.close();
  return places;
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
