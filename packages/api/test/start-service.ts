import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { connectTemporal } from '@tallyhook/engine/client';
import { createHttp } from '@tallyhook/sdk';
import { ensureIndexes, openStore, type Store } from '@tallyhook/store';
import { openBranch } from '@tallyhook/store/branches';
import { createApiKey, type KeyAccess } from '@tallyhook/store/keys';
import { createPerson, openSession, setRole, type Role } from '@tallyhook/store/people';
import { createWorkspace } from '@tallyhook/store/workspaces';
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { createDependencies, type ApiDependencies } from '../src/dependencies.ts';
import type { ApiLimits, ApiParts } from '../src/parts.ts';
import { startServer } from '../src/server.ts';
import { checkAnswer } from './check-answer.ts';

/** The sender of a request: a session cookie, a key, or nobody. */
export type Sender = { cookie: string } | { key: string } | undefined;

/** The whole service over real HTTP on its own database. */
export interface Service {
  url: string;
  store: Store;
  deps: ApiDependencies;
  /** All log lines. */
  log: string[];
  /** Adds a new person to a workspace, signed in. */
  join(workspaceId: string, role: Role): Promise<{ personId: string; cookie: string }>;
  /** Creates a workspace with its owner signed in, and a key for its main branch with each kind of access. */
  found(): Promise<Founded>;
  stop(): Promise<void>;
}

export interface Founded {
  workspaceId: string;
  personId: string;
  owner: { cookie: string };
  readKey: { key: string };
  writeKey: { key: string };
}

export async function startService(given: Partial<ApiParts & ApiLimits> = {}): Promise<Service> {
  const uri = process.env.MONGODB_URI;
  assert.ok(uri, 'Set MONGODB_URI to a MongoDB replica set: these tests run against a real one.');
  const temporalAddress = process.env.TEMPORAL_ADDRESS;
  assert.ok(temporalAddress, 'Set TEMPORAL_ADDRESS to the host:port of Temporal: these tests run against a real one.');
  const temporal = connectTemporal({ address: temporalAddress, namespace: 'tallyhook' });
  const keyring = { current: 'test', keys: { test: randomBytes(32) } };
  const store = await openStore({ uri, keyring, databasePrefix: `test_${randomBytes(6).toString('hex')}` });
  await ensureIndexes(store);
  const temporaryDirectory = await mkdtemp(join(tmpdir(), 'tallyhook-test-'));
  const log: string[] = [];
  const logger = pino(
    { level: 'info' },
    new Writable({ write: (line, _encoding, done) => (log.push(String(line)), done()) }),
  );
  const deps = createDependencies({
    store,
    temporal,
    http: createHttp({ routes: [], privateHosts: [] }),
    logger,
    baseUrl: 'http://tallyhook.test',
    temporaryDirectory,
    ...given,
  });
  const server = await startServer(createApp(deps), { port: 0, host: '127.0.0.1' });
  const { now } = deps;

  const join_ = async (workspaceId: string, role: Role) => {
    const { id } = await addPerson(store, now());
    await setRole(store, { workspaceId, personId: id, role, by: 'system', now: now() });
    return { personId: id, ...(await signIn(store, id, now())) };
  };

  const found = async () => {
    const { id: personId } = await addPerson(store, now());
    const { id: workspaceId } = await createWorkspace(store, { name: 'Bakery', personId, now: now() });
    const branch = await openBranch(store, workspaceId, 'main');
    const key = async (access: KeyAccess) => {
      const made = await createApiKey(
        store,
        { workspaceId, branch, name: access, access },
        { by: personId, now: now() },
      );
      return { key: made.key };
    };
    const owner = await signIn(store, personId, now());
    return { workspaceId, personId, owner, readKey: await key('read'), writeKey: await key('write') };
  };

  return {
    url: `http://127.0.0.1:${server.port}`,
    store,
    deps,
    log,
    join: join_,
    found,
    async stop() {
      await server.stop({ graceMs: 100 });
      await deps.keptColumns?.close();
      await Promise.all([temporal.close(), dropDatabases(store)]);
      await store.close();
      await rm(temporaryDirectory, { recursive: true });
    },
  };
}

let people = 0;

function addPerson(store: Store, now: Date) {
  people += 1;
  const email = `person${people}@example.com`;
  return createPerson(store, { email, name: `Person ${people}`, password: 'correct horse', by: 'system', now });
}

async function signIn(store: Store, personId: string, now: Date) {
  const { token } = await openSession(store, { personId, now });
  return { cookie: `tallyhook_session=${token}` };
}

async function dropDatabases(store: Store): Promise<void> {
  const prefix = store.system.databaseName;
  const { databases } = await store.client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) if (name.startsWith(prefix)) await store.client.db(name).dropDatabase();
}

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON; `undefined` if the answer is not JSON. */
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export interface Sent {
  as?: Sender;
  /** Sent as JSON. */
  json?: unknown;
  body?: string | Buffer | ReadableStream;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Sends a request and checks the answer against the OpenAPI document. A cookie is sent with our own Origin unless the
 * headers override it.
 */
export async function send(service: Service, method: string, path: string, sent: Sent = {}): Promise<Answered> {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      ...headersOf(sent.as, service),
      ...(sent.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    body: sent.json === undefined ? sent.body : JSON.stringify(sent.json),
    signal: sent.signal,
    redirect: 'manual',
    ...(sent.body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  const text = await response.text();
  const answered = { status: response.status, headers: response.headers, text, body: parse(text) };
  checkAnswer(method, path, answered);
  return answered;
}

/** Fails unless the answer is a problem document with that status and code. */
export function assertProblem(answered: Answered, status: number, code: string): void {
  assert.equal(answered.status, status, answered.text);
  assert.match(answered.headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.equal(answered.body.code, code);
  assert.equal(answered.body.status, status);
  assert.equal(answered.body.instance, answered.headers.get('x-request-id'));
  assert.ok(answered.body.detail.length > 0 && answered.body.title.length > 0);
}

function headersOf(sender: Sender, service: Service): Record<string, string> {
  if (sender === undefined) return {};
  return 'key' in sender ? { authorization: `Bearer ${sender.key}` } : { cookie: sender.cookie, origin: service.url };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
