import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { ActionError, type HttpStreamRequest } from '@tallyhook/sdk';
import { newId, openStore, type Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { deleteFile, findContent, parseFileSettings, saveFile } from '@tallyhook/store/files';
import type { CarriedContent, Carrier, CarryOptions } from '../src/carrier/carrier.ts';
import { beginLease, createLeaseTimes, presentMoment, type Lease } from '../src/carrier/lease.ts';
import { createThreadCarrier } from '../src/carrier/thread-carrier.ts';
import { dropTestStore, engineAddresses, keyring, openTestStore } from './engines.ts';
import { fileBytes } from './file-bytes.ts';
import { makeBranch } from './world.ts';

const mebibyte = 1024 * 1024;
const sizeBytes = 5 * mebibyte + 3;
const request: HttpStreamRequest = { method: 'PUT', url: 'https://files.example.com/a', headers: {}, repeatable: true };

describe('Sending a file in a separate thread', () => {
  let store: Store;
  let branch: Branch;
  let whole: Buffer;
  let server: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let received: { bytes: Buffer; type: string | undefined }[];
  let carrier: Carrier;
  let content: CarriedContent;

  before(async () => {
    store = await openTestStore();
    branch = await makeBranch(store);
    const blocks: Buffer[] = [];
    for await (const block of fileBytes(sizeBytes)) blocks.push(Buffer.from(block));
    whole = Buffer.concat(blocks);
  });
  after(() => dropTestStore(store));

  beforeEach(async () => {
    received = [];
    answer = (incoming, response) => {
      void buffer(incoming).then((bytes) => {
        received.push({ bytes, type: incoming.headers['content-type'] });
        response.setHeader('X-Size', bytes.length).end('{"ok":true}');
      });
    };
    server = createServer((incoming, response) => answer(incoming, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    carrier = createThreadCarrier({
      uri: engineAddresses().uri,
      databasePrefix: store.system.databaseName,
      routes: `https://files.example.com=http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      privateHosts: [],
    });
    const options = { name: 'a.mp4', contentType: 'video/mp4', stream: fileBytes(sizeBytes), by: 'test' };
    const { id } = await saveFile(store, branch, options);
    content = carrier.open((await findContent(store, branch, id)).place);
  });
  afterEach(async () => {
    await content.close();
    await carrier.close();
    server.closeAllConnections();
    server.close();
  });

  const held = (renew: Lease['renew'] = () => assert.fail('no lease check is expected')): Lease => {
    const times = createLeaseTimes(60_000);
    beginLease(times, presentMoment());
    return { times, renew };
  };
  const send = (options: Partial<CarryOptions> = {}, sent = request) =>
    content.send(sent, {
      start: 0,
      endExclusive: sizeBytes,
      signal: new AbortController().signal,
      idleTimeoutMs: 10_000,
      lease: held(),
      ...options,
    });
  const failure = async (sending: Promise<unknown>): Promise<ActionError> => {
    const error = await sending.then(
      () => assert.fail('it was sent'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof ActionError, String(error));
    return error;
  };

  it('sends ranges and returns the answer unchanged', async () => {
    const { status, headers, body } = await send({ endExclusive: 2 * mebibyte });
    await send({ start: 2 * mebibyte });
    assert.deepEqual([status, headers['x-size'], body.toString()], [200, String(2 * mebibyte), '{"ok":true}']);
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    assert.equal(digest(Buffer.concat(received.map(({ bytes }) => bytes))), digest(whole));
  });

  it('sends a file that is kept in a bucket', async () => {
    const url = new URL(process.env['TALLYHOOK_TEST_FILES'] ?? assert.fail('Set TALLYHOOK_TEST_FILES to a bucket.'));
    url.pathname = `/${store.system.databaseName}`;
    const files = parseFileSettings({ ...process.env, TALLYHOOK_FILES: url.href });
    const { uri } = engineAddresses();
    const databasePrefix = store.system.databaseName;
    const inBucket = await openStore({ uri, databasePrefix, keyring, files });
    const routes = `https://files.example.com=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const own = createThreadCarrier({ uri, databasePrefix, files, routes, privateHosts: [] });
    const options = { name: 'b.mp4', contentType: 'video/mp4', stream: fileBytes(sizeBytes), by: 'test' };
    const { id } = await saveFile(inBucket, branch, options);
    const { place } = await findContent(inBucket, branch, id);
    assert.equal(place.s3?.bucket, url.hostname);
    await content.close();
    content = own.open(place);
    await send({ endExclusive: 2 * mebibyte });
    await send({ start: 2 * mebibyte });
    assert.ok(Buffer.concat(received.map(({ bytes }) => bytes)).equals(whole));
    await own.close();
    await deleteFile(inBucket, branch, id, 'test');
    await inBucket.close();
  });

  it('sends a range inside a form', async () => {
    const frame = { before: Buffer.from('--a\r\n\r\n'), after: Buffer.from('\r\n--a--') };
    await send({}, { ...request, headers: { 'Content-Type': 'multipart/form-data; boundary=a' }, frame });
    assert.equal(received[0]!.type, 'multipart/form-data; boundary=a');
    assert.ok(received[0]!.bytes.equals(Buffer.concat([frame.before, whole, frame.after])));
  });

  it('waits at its test points', async () => {
    const points: string[] = [];
    const onPoint = async (point: string) => {
      points.push(`${point}: ${received.length} received`);
      await pause(50);
      points.push(`${point}: over`);
    };
    await send({ onPoint });
    // The last bytes may have arrived when reading them ends.
    const begun = [
      /^mid bytes: 0 received$/,
      /^mid bytes: over$/,
      /^after bytes: [01] received$/,
      /^after bytes: over$/,
    ];
    points.forEach((point, index) => assert.match(point, begun[index]!));
    assert.equal(points.length, begun.length);
  });

  it('does not start if the lease expired and another worker took over', async () => {
    let asked = 0;
    const renew = () => Promise.reject(Object.assign(new Error('taken over'), { name: `Asked${++asked}` }));
    const error = await failure(send({ lease: { times: createLeaseTimes(1_000), renew } }));
    assert.match(error.message, /broke before the answer \(Asked1\)/);
    assert.equal(received.length, 0);
  });

  it('continues if the lease expired and this worker still has the upload', async () => {
    const times = createLeaseTimes(60_000);
    let asked = 0;
    const renew = async () => {
      asked++;
      beginLease(times, presentMoment());
    };
    await send({ lease: { times, renew } });
    assert.equal(asked, 1);
    assert.ok(received[0]!.bytes.equals(whole));
  });

  it('sends nothing if it may not begin once it is connected, and asks once', async () => {
    let asked = 0;
    const mayBegin = (): Promise<void> => (asked++, Promise.reject(new Error('no turn')));
    await failure(send({ mayBegin }));
    assert.deepEqual([received.length, asked], [0, 1]);
    await send({ mayBegin: () => Promise.resolve(void asked++) });
    assert.deepEqual([received[0]!.bytes.length, asked], [sizeBytes, 2]);
  });

  it('can be stopped partway', async () => {
    const stop = new AbortController();
    const error = await failure(send({ signal: stop.signal, onPoint: () => stop.abort() }));
    assert.match(error.message, /was stopped/);
    assert.equal(error.mayHaveArrived, true);
  });

  it('fails with the error of the connection, and can send again', async () => {
    answer = (incoming) => incoming.socket.destroy();
    const error = await failure(send());
    assert.deepEqual([error.class, error.mayRetry, error.mayHaveArrived], ['transient', true, true]);
    answer = (incoming, response) => void buffer(incoming).then(({ length }) => response.end(String(length)));
    assert.equal((await send()).body.toString(), String(sizeBytes));
  });

  it('tells a refused connection from a broken one', async () => {
    answer = (incoming) => incoming.socket.destroy();
    assert.equal((await failure(send())).unreached, false);
    server.close();
    server.closeAllConnections();
    const error = await failure(send());
    assert.deepEqual([error.class, error.unreached, error.mayHaveArrived], ['transient', true, false]);
  });

  it('fails like a broken connection if the thread ends, and then starts another', async () => {
    answer = () => void carrier.close();
    const error = await failure(send());
    assert.deepEqual([error.class, error.mayHaveArrived], ['transient', true]);
    answer = (incoming, response) => void buffer(incoming).then(({ length }) => response.end(String(length)));
    assert.equal((await send()).body.toString(), String(sizeBytes));
  });

  it('fails if the content is missing', async () => {
    const place = { workspaceId: branch.workspaceId, id: newId(), sizeBytes };
    const gone = carrier.open(place);
    const range = { start: 0, endExclusive: sizeBytes, idleTimeoutMs: 10_000 };
    const error = await failure(gone.send(request, { ...range, signal: new AbortController().signal, lease: held() }));
    assert.equal(error.mayHaveArrived, false);
    assert.equal(received.length, 0);
    await gone.close();
  });
});
