import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { UploadPoint } from '../src/upload/points.ts';
import { startChild } from './child.ts';
import { startDepot, type Depot, type DepotAction } from './depot.ts';
import { runWorker, soonLost, workerEnvironment, type TestWorker } from './run-worker.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';

const partBytes = 262_144;
const firstRequests = ['POST /sessions', 'POST /sessions/s1/place'];
const partsOf = (count: number) => Array.from({ length: count }, (_, index) => `PUT /parts/s1/${index + 1}`);

describe('A file that is sent in steps', function () {
  this.timeout(200_000);
  let depot: Depot;
  let world: UploadWorld | undefined;
  let worker: TestWorker | undefined;

  beforeEach(async () => {
    depot = await startDepot();
  });
  afterEach(async () => {
    await worker?.stop();
    await world?.close();
    [worker, world] = [undefined, undefined];
    await depot.close();
  });

  async function send(action: DepotAction, sizeBytes = 2 * partBytes + 7, ...moreRoutes: string[]) {
    const connector = depot.connector(action);
    const routes = [connector.routes, ...moreRoutes].join(',');
    world = await createUploadWorld({ sizeBytes, connector: { ...connector, routes } });
    worker = await runWorker(world, { uploadLimits: { pausesMs: [20, 40, 80] } });
    await world.start();
    return world.endOfRun();
  }

  it('asks for a place, learns the size of a part, gives digests, lists all answers and waits for the processing', async () => {
    depot.processing = { times: 1, end: 'ready' };
    const run = await send('send-parts');
    assert.deepEqual([run.status, run.error], ['completed', null]);
    const asked = ['GET /jobs/j1', 'GET /jobs/j1'];
    assert.deepEqual(depot.requests, [...firstRequests, ...partsOf(3), 'POST /complete', ...asked]);
    assert.deepEqual(depot.completed, [world!.file.sha256]);
    assert.deepEqual(run.steps[0]?.output, { state: 'ready', id: 'file-1' });
    assert.deepEqual([run.upload?.pieceCount, run.upload?.confirmedPieces, run.upload?.state], [3, 3, 'done']);
  });

  it('sends a part again whose answer was lost, and lists the last answer', async () => {
    let isLost = false;
    depot.answerWith(({ url }, response) => {
      if (isLost || url !== '/parts/s1/2') return false;
      isLost = true;
      response.writeHead(500).end();
      return true;
    });
    const run = await send('send-parts');
    assert.deepEqual([run.status, run.error, depot.completed], ['completed', null, [world!.file.sha256]]);
    assert.equal(depot.requests.filter((what) => what === 'PUT /parts/s1/2').length, 2);
  });

  it('sends no part of an empty file', async () => {
    const run = await send('send-parts', 0);
    assert.deepEqual([run.status, run.error], ['completed', null]);
    assert.deepEqual(depot.requests, [...firstRequests, 'POST /complete', 'GET /jobs/j1']);
  });

  it('fails with what the service says if it rejects the file', async () => {
    depot.processing = { times: 0, end: 'rejected' };
    const { status, error } = await send('send-parts');
    assert.deepEqual([status, error?.code], ['failed', 'fatal']);
    assert.match(
      error?.message ?? '',
      /answered 200: \{"state":"rejected".*could not process.*The whole file has arrived/,
    );
  });

  it('fails with the last answer if the processing takes too long', async () => {
    depot.processing = { times: 99, end: 'ready' };
    const { status, error, upload } = await send('send-parts');
    assert.deepEqual([status, error?.code], ['failed', 'unknown_outcome']);
    assert.match(error?.message ?? '', /not processed the file within 4 seconds; at last, .*"state":"busy"/);
    assert.ok((upload?.requests.processed?.sends ?? 0) >= 2);
  });

  it('asks for the address of each part, and sends each as a form', async () => {
    const run = await send('send-forms');
    assert.deepEqual([run.status, run.error, depot.completed], ['completed', null, [world!.file.sha256]]);
    const asks = depot.requests.filter((what) => what === 'POST /sessions/s1/address');
    assert.deepEqual([asks.length, depot.requests.length], [3, 9]);
  });

  it('sends the parts to the addresses of a list, and to none if the list does not fit', async () => {
    const run = await send('send-listed');
    assert.deepEqual([run.status, run.error, depot.completed], ['completed', null, [world!.file.sha256]]);
    const puts = depot.requests.filter((what) => what.startsWith('PUT'));
    assert.deepEqual(puts, ['PUT /put/1', 'PUT /put/2', 'PUT /put/3']);
  });

  it('sends no part if the list of addresses does not fit', async () => {
    depot.answerWith(({ url }, response) => {
      if (url !== '/sessions') return false;
      const body = JSON.stringify({ id: 's1', parts: [{ url: 'https://depot.example/put/1' }] });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      return true;
    });
    const { status, error } = await send('send-listed');
    assert.deepEqual([status, depot.requests], ['failed', firstRequests]);
    assert.match(error?.message ?? '', /one element for each of the 3 pieces, but the service answered 1 elements/);
  });

  it('is base64 inside a body, once', async () => {
    const run = await send('send-inline', 100_001);
    assert.deepEqual([run.status, run.error, depot.requests], ['completed', null, ['POST /inline']]);
    assert.deepEqual([depot.completed, run.steps[0]?.output], [[world!.file.sha256], { id: 'file-1', md5: true }]);
  });

  it('is refused before anything is sent if it is empty or larger than the service takes', async () => {
    const empty = await send('send-inline', 0);
    assert.deepEqual([empty.status, empty.error?.code, depot.requests], ['failed', 'invalid_input', []]);
    await worker!.stop();
    await world!.close();
    const large = await send('send-inline', 2_000_001);
    assert.match(large.error?.message ?? '', /takes files of up to 2000000 bytes here, but "launch.mp4" has 2000001/);
    assert.deepEqual(depot.requests, []);
  });

  it('finishes at an address on another host that an answer names, without the credential', async () => {
    const finished: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      finished.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"job":"j1"}');
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    depot.answerWith(({ url }, response) => {
      if (url !== '/sessions/s1/place') return false;
      const body = JSON.stringify({ partSize: partBytes, complete: 'https://other.example/complete' });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      return true;
    });
    const { port } = other.address() as AddressInfo;
    const run = await send('send-parts', 7, `https://other.example=http://127.0.0.1:${port}`);
    assert.deepEqual([run.status, run.error], ['completed', null]);
    assert.deepEqual(finished, ['POST /complete undefined']);
    other.close();
  });
});

describe('A file that is sent in steps by a worker that is killed', function () {
  this.timeout(400_000);

  const all = [...firstRequests, ...partsOf(3), 'POST /complete', 'GET /jobs/j1'];
  const again = (index: number) => [...all.slice(0, index + 1), ...all.slice(index)];
  /** The first request hands out three addresses. Another worker asks for a new one, and sends the part only there. */
  const [address, put] = ['POST /sessions/s1/address', (number: number) => `POST /put/${number}`];
  const asked = [address, put(4), address, address, put(6), address, put(7)];
  const forms = [...firstRequests, ...asked, 'POST /complete'];
  interface Scene {
    point: UploadPoint;
    action?: DepotAction;
    piece?: number;
    sent: string[];
    completed: boolean;
  }
  const scenes: Scene[] = [
    { point: 'before start:place', sent: all, completed: true },
    { point: 'start:place sending', sent: firstRequests.slice(0, 1), completed: false },
    { point: 'start:place answered', sent: firstRequests, completed: false },
    { point: 'address answered', action: 'send-forms', piece: 1, sent: forms, completed: true },
    { point: 'answer kept', piece: 1, sent: again(3), completed: true },
    { point: 'finish answered', sent: all.slice(0, 6), completed: false },
    { point: 'processed answered', sent: again(6), completed: true },
  ];
  const outcomes = new Map<UploadPoint, ReturnType<typeof carryOn>>();
  /** Workers start one after the other: a busy machine starts six at once too slowly. */
  let lastStart: Promise<unknown> = Promise.resolve();
  before(() => {
    for (const scene of scenes) {
      const outcome = carryOn(scene);
      outcome.catch(() => undefined);
      outcomes.set(scene.point, outcome);
    }
  });

  async function carryOn({ point, action = 'send-parts', piece }: Scene) {
    const depot = await startDepot();
    const world = await createUploadWorld({ sizeBytes: 3 * partBytes, connector: depot.connector(action) });
    let second: TestWorker | undefined;
    const environment = {
      ...workerEnvironment(world),
      UPLOAD_POINT: point,
      UPLOAD_SIGNAL: 'SIGKILL',
      ...(piece !== undefined && { UPLOAD_PIECE: String(piece) }),
    };
    const starting = lastStart.then(() => startChild(join(import.meta.dirname, 'upload-worker.ts'), environment));
    lastStart = starting.catch(() => undefined);
    const first = await starting;
    try {
      await world.start(soonLost);
      await first.ended(180_000);
      second = await runWorker(world);
      const run = await world.endOfRun({ timeoutMs: 180_000 });
      return { run, sent: depot.requests, completed: depot.completed, sha256: world.file.sha256 };
    } finally {
      await first.kill('SIGKILL');
      await second?.stop();
      await world.close();
      await depot.close();
    }
  }

  for (const { point, sent, completed } of scenes) {
    it(`${point}, ${completed ? 'is continued by another worker' : 'is left to a person'}`, async () => {
      const outcome = await outcomes.get(point)!;
      assert.deepEqual(outcome.sent, sent);
      if (!completed)
        return assert.deepEqual([outcome.run.status, outcome.run.error?.code], ['failed', 'unknown_outcome']);
      assert.deepEqual([outcome.run.status, outcome.run.error], ['completed', null]);
      assert.deepEqual(outcome.completed, [outcome.sha256]);
    });
  }
});
