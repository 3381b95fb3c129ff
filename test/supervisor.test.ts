import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { kill, prepareNpmStart, waitForHealth, type NpmStart } from './npm-start.ts';

/** The owner of everything the starts of this file create; the password is long enough to be accepted. */
const owner = { TALLYHOOK_OWNER_EMAIL: 'owner@example.com', TALLYHOOK_OWNER_PASSWORD: 'a long password for tests' };

describe('npm start', function () {
  this.timeout(400_000);
  let product: NpmStart;

  afterEach(async () => {
    await product.stop();
    const left = product.running();
    await product.remove();
    assert.deepEqual(left, []);
  });

  it('prints address and sign-in, is healthy, lists its processes, and stops all of them', async () => {
    product = await prepareNpmStart(['npm', 'start']);
    await product.start();
    const [, url, email, password] = await product.says(
      /^Tallyhook is ready at (\S+) after .*: sign in as (\S+) with password (\S+)/m,
    );
    assert.equal(url, product.url);
    const health = await fetch(`${product.url}/health`);
    assert.deepEqual([health.status, ((await health.json()) as { status: string }).status], [200, 'ready']);
    assert.equal((await signIn(product.url, { email: email!, password: password! })).status, 200);
    await showProcesses();
    await product.stop();
    assert.match(product.printed(), /Stopped everything/);
  });

  /** Every process is listed with its pid, port and log. */
  async function showProcesses(): Promise<void> {
    const processes = await product.processes();
    assert.deepEqual(Object.keys(processes).sort(), ['api', 'mongod', 'supervisor', 'temporal', 'worker']);
    for (const { name, pid, port, log } of Object.values(processes)) {
      assert.ok(
        product.running().some((one) => one.pid === pid),
        `${name} runs as ${pid}`,
      );
      if (name === 'supervisor') continue;
      assert.ok(await stat(log!), `${name} has a log`);
      if (name !== 'worker') assert.ok(port! > 0, `${name} has a port`);
    }
    assert.equal(String(processes.api!.port), new URL(product.url).port);
  }

  it('stops everything on Ctrl-C during the start', async () => {
    product = await prepareNpmStart();
    product.begin();
    await product.says(/mongod on port/);
    product.signal('SIGINT');
    assert.equal(await product.ends(), 0);
  });

  it('stops everything immediately on a second Ctrl-C', async () => {
    product = await prepareNpmStart();
    await product.start();
    // A stopped worker cannot exit, so the first Ctrl-C waits for it.
    process.kill((await product.processes()).worker!.pid, 'SIGSTOP');
    product.signal('SIGINT');
    await product.says(/^Stopping …/m);
    // Too soon after the first, the signal would count as the same one.
    await sleep(1_000);
    assert.notDeepEqual(product.running(), []);
    product.signal('SIGINT');
    assert.equal(await product.ends(), 130);
  });

  it('restarts each part that is killed, and reports it', async () => {
    product = await prepareNpmStart();
    await product.start();
    for (const name of ['worker', 'api', 'temporal', 'mongod']) {
      const { pid } = (await product.processes())[name]!;
      process.kill(pid, 'SIGKILL');
      await product.says(new RegExp(`^${name} ended \\(signal SIGKILL\\); restarting it`, 'm'));
      const [, again] = await product.says(new RegExp(`^${name} is running again \\(process (\\d+)\\)\\.`, 'm'));
      assert.notEqual(Number(again), pid);
      assert.equal((await product.processes())[name]!.pid, Number(again));
      await waitForHealth(product.url);
    }
  });

  it('loses nothing acknowledged if everything is killed, and starts again', async () => {
    product = await prepareNpmStart();
    await product.start(owner);
    const acknowledged: string[] = [];
    const writing = writeTickets(product.url, acknowledged);
    while (acknowledged.length < 50) await sleep(10);
    const keyring = await readFile(keyringPath(), 'utf8');
    for (const { pid } of product.running()) kill(pid);
    await Promise.all([writing, product.ends()]);

    await product.start(owner);
    const kept = await readTickets(product.url);
    assert.deepEqual(
      acknowledged.filter((title) => !kept.has(title)),
      [],
    );
    assert.equal(await readFile(keyringPath(), 'utf8'), keyring);
  });

  const keyringPath = () => join(product.home, 'secrets', 'keyring');

  it('stops the processes that a killed earlier start left running', async () => {
    product = await prepareNpmStart();
    await product.start();
    const before = await product.processes();
    process.kill(before.supervisor!.pid, 'SIGKILL');
    await product.ends();
    assert.ok(product.running().length >= 4, 'the parts go on without it');

    await product.start();
    assert.match(product.printed(), /Stopping what an earlier start left running: .*mongod \(\d+\)/);
    const pids = new Set(product.running().map(({ pid }) => pid));
    for (const { name, pid } of Object.values(before))
      assert.ok(!pids.has(pid), `${name} of the earlier start is gone`);
  });

  it('refuses a second start with the same home, and keeps running', async () => {
    product = await prepareNpmStart();
    await product.start();
    const { supervisor } = await product.processes();
    const second = await prepareNpmStart();
    second.begin({ TALLYHOOK_HOME: product.home });
    assert.equal(await second.ends(), 1);
    assert.match(
      second.printed(),
      new RegExp(`Tallyhook is already running with the data in ${product.home} \\(process ${supervisor!.pid}\\)`),
    );
    await second.remove();
    await waitForHealth(product.url);
  });

  it('starts no mongod if MONGODB_URI names one', async () => {
    const uri = process.env.MONGODB_URI;
    assert.ok(uri, 'MONGODB_URI is not set: npm test sets it.');
    const database = `test_start_${process.pid}`;
    product = await prepareNpmStart();
    await product.start({ MONGODB_URI: uri, TALLYHOOK_DATABASE: database, ...owner });
    assert.equal((await product.processes()).mongod, undefined);
    assert.equal((await signIn(product.url, credentials)).status, 200);
    await product.stop();
    await dropDatabases(uri, database);
  });
});

const credentials = { email: owner.TALLYHOOK_OWNER_EMAIL, password: owner.TALLYHOOK_OWNER_PASSWORD };

function signIn(url: string, body: { email: string; password: string }): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${url}/api/session`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function cookieOf(url: string): Promise<string> {
  const response = await signIn(url, credentials);
  return response.headers.getSetCookie()[0]!.split(';')[0]!;
}

/** Writes tickets one by one until a write fails; acknowledged ones are added to the list. */
async function writeTickets(url: string, acknowledged: string[]): Promise<void> {
  const headers = { cookie: await cookieOf(url), origin: url, 'content-type': 'application/json' };
  for (let number = 1; ; number += 1) {
    const title = `Ticket ${number}`;
    const body = JSON.stringify({ fields: { title } });
    const answer = await fetch(`${url}/api/records?type=ticket`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    if (answer?.status !== 201) return;
    acknowledged.push(title);
  }
}

async function readTickets(url: string): Promise<Set<unknown>> {
  const headers = { cookie: await cookieOf(url) };
  const titles = new Set<unknown>();
  let cursor: string | undefined;
  do {
    const page = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`${url}/api/records?type=ticket&limit=100${page}`, { headers });
    const { records, nextCursor } = (await answer.json()) as {
      records: { fields: { title: string } }[];
      nextCursor?: string;
    };
    for (const { fields } of records) titles.add(fields.title);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return titles;
}

async function dropDatabases(uri: string, prefix: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  await client.close();
}
