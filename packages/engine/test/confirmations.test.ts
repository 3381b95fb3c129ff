import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttp, parseRoutes, type Http } from '@tallyhook/sdk';
import { ensureIndexes, type Store } from '@tallyhook/store';
import { keepConfirmation, listConfirmations, takeConfirmation } from '@tallyhook/store/deliveries';
import { pino } from 'pino';
import { confirmLeftovers } from '../src/client/index.ts';
import { dropTestStore, openTestStore } from './engines.ts';

const connector = 'sns';
const logger = pino({ level: 'silent' });

describe('A confirmation whose process ended before it called', () => {
  let store: Store;
  let http: Http;
  let service: Server;
  let called: (string | undefined)[] = [];
  let status = 200;

  before(async () => {
    store = await openTestStore();
    await ensureIndexes(store);
    service = createServer(({ url }, response) => {
      called.push(url);
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const { port } = service.address() as AddressInfo;
    http = createHttp({ routes: parseRoutes(`https://sns.example=http://127.0.0.1:${port}`), privateHosts: [] });
  });
  after(async () => {
    await http.close();
    service.close();
    await dropTestStore(store);
  });
  beforeEach(() => {
    called = [];
    status = 200;
  });

  const never = new AbortController().signal;
  const confirm = () => confirmLeftovers({ store, http, logger }, never);
  const shown = async (id: string) =>
    (await listConfirmations(store, 'a workspace', [connector])).find((one) => one.id === id)!;
  /** Time passes until the next attempt. */
  const letPass = async (id: string) => {
    const filter = { _id: id as never, state: 'waiting' };
    await store.system.collection('confirmations').updateOne(filter, { $set: { nextAt: new Date() } });
  };

  it('is called by a worker, once, also when it comes again', async () => {
    const asked = { connector, url: 'https://sns.example/?token=1' };
    const id = await keepConfirmation(store, asked);
    assert.deepEqual(await Promise.all([confirm(), confirm()]).then((counts) => counts.sort()), [0, 1]);
    assert.equal(await keepConfirmation(store, asked), id);
    await letPass(id);
    assert.equal(await confirm(), 0);
    assert.deepEqual(called, ['/?token=1']);
    assert.equal((await shown(id)).state, 'confirmed');
  });

  it('is called again if its process ended during the call', async () => {
    const id = await keepConfirmation(store, { connector, url: 'https://sns.example/?token=2' });
    assert.equal((await takeConfirmation(store, id))!.attempts, 1);
    assert.equal(await confirm(), 0, 'the other process may still be calling');
    await letPass(id);
    assert.equal(await confirm(), 1);
    assert.deepEqual([called, (await shown(id)).attempts], [['/?token=2'], 2]);
  });

  it('fails after five calls, and is called again if the service asks again', async () => {
    status = 500;
    const asked = { connector, url: 'https://sns.example/?token=3' };
    const id = await keepConfirmation(store, asked);
    for (let attempt = 0; attempt < 8; attempt++) {
      await confirm();
      await letPass(id);
    }
    const { state, attempts, reason, nextAt } = await shown(id);
    assert.deepEqual([called.length, state, attempts, reason, nextAt], [5, 'failed', 5, 'answered 500', null]);
    status = 204;
    await keepConfirmation(store, asked);
    await confirm();
    assert.deepEqual([called.length, (await shown(id)).state], [6, 'confirmed']);
  });
});
