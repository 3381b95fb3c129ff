import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UploadLimits } from '../src/upload/limits.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';
import { startVault, type Vault } from './vault.ts';

const pieceBytes = 256 * 1024;
const pieceCount = 4;

describe('Sending pieces to a service without a status request', () => {
  let vault: Vault;
  let world: UploadWorld;
  let worker: TestWorker | undefined;

  beforeEach(async () => {
    vault = await startVault();
    world = await createUploadWorld({ sizeBytes: pieceCount * pieceBytes, connector: vault.connector('send-pieces') });
  });
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    await world.close();
    await vault.close();
  });

  type Spoil = (response: ServerResponse) => void;

  /** Uploads the file. The first requests for a piece, or the start requests, get these answers. */
  async function uploadPast(what: number | 'start', ...spoils: Spoil[]) {
    return uploadWithin({}, what, ...spoils);
  }

  async function uploadWithin(limits: Partial<UploadLimits>, what: number | 'start', ...spoils: Spoil[]) {
    vault.answerWith((request, response) => {
      const spoil = pieceOf(request) === what ? spoils.shift() : undefined;
      spoil?.(response);
      return spoil !== undefined;
    });
    worker = await runWorker(world, { uploadLimits: { pausesMs: [20, 40, 80], ...limits } });
    await world.start();
    return world.endOfRun();
  }

  const pieceOf = ({ headers }: Pick<IncomingMessage, 'headers'>): number | 'start' => {
    const range = headers['content-range'];
    return range === undefined ? 'start' : Number(/^bytes (\d+)-/.exec(range)![1]) / pieceBytes + 1;
  };
  const sent = () =>
    vault.requests.map(({ range }) => pieceOf({ headers: range === null ? {} : { 'content-range': range } }));

  const reset: Spoil = (response) => void response.socket?.resetAndDestroy();
  const fail: Spoil = (response) => void response.writeHead(500).end();
  /** Claims to have this many bytes. */
  const claim =
    (next: number): Spoil =>
    (response) =>
      void response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ next }));

  it('sends each piece once if nothing fails', async () => {
    const run = await uploadPast('start');
    assert.deepEqual([run.status, run.error, sent()], ['completed', null, ['start', 1, 2, 3, 4]]);
  });

  it('sends the same bytes again if an answer is lost', async () => {
    const run = await uploadPast(2, reset, fail);
    assert.deepEqual([run.status, run.error, sent()], ['completed', null, ['start', 1, 2, 2, 2, 3, 4]]);
    const again = vault.requests.slice(2, 5);
    assert.equal(new Set(again.map(({ range, sha256 }) => `${range} ${sha256}`)).size, 1);
  });

  it('sends a piece at most four times, then leaves the decision to a person', async () => {
    const run = await uploadPast(2, reset, reset, reset, reset, reset);
    assert.deepEqual([run.status, run.error?.code], ['failed', 'unknown_outcome']);
    assert.match(run.error?.message ?? '', /^Piece 2 of 4 was sent 4 times without success/);
    assert.deepEqual(sent(), ['start', 1, 2, 2, 2, 2]);
  });

  it('sends a piece at most four times even if its worker is replaced in between', async () => {
    vault.answerWith((request, response) => pieceOf(request) === 2 && (fail(response), true));
    worker = await runWorker(world, { uploadLimits: { pausesMs: [20, 40, 60_000] } });
    await world.start();
    await world.until('the pause after the third send', async () => {
      const upload = await world.upload();
      return upload?.state === 'pausing' && upload.piece?.sends === 3;
    });
    await worker.stop();
    worker = await runWorker(world, { uploadLimits: { pausesMs: [20, 40, 80] } });
    const run = await world.endOfRun();
    assert.deepEqual([run.status, run.error?.code], ['failed', 'unknown_outcome']);
    assert.deepEqual(sent(), ['start', 1, 2, 2, 2, 2]);
  });

  it('repeats the first request if the service did not accept it', async () => {
    const tooMany: Spoil = (response) => void response.writeHead(429).end();
    const run = await uploadPast('start', tooMany, tooMany);
    assert.deepEqual([run.status, run.error], ['completed', null]);
    assert.deepEqual(sent(), ['start', 'start', 'start', 1, 2, 3, 4]);
  });

  it('stops if the service asks for a longer pause than the remaining time', async () => {
    const later: Spoil = (response) => void response.writeHead(429, { 'retry-after': '90' }).end();
    const run = await uploadWithin({ longestMs: 90_000 }, 2, later);
    assert.deepEqual([run.status, run.error?.code], ['failed', 'unknown_outcome']);
    assert.match(run.error?.message ?? '', /too late/);
    assert.deepEqual(sent(), ['start', 1, 2]);
  });

  for (const [title, piece, next, message] of [
    ['more than was sent', 2, 3 * pieceBytes, /has 786432 bytes of the file although only 524288 were sent/],
    ['less than before', 3, pieceBytes, /has 262144 bytes of the file although it had 524288 before/],
    ['more than the whole file', 4, 4 * pieceBytes + 1, /1048577/],
  ] as const) {
    it(`stops and leaves the decision to a person if the service reports ${title}`, async () => {
      const run = await uploadPast(piece, claim(next));
      assert.equal(run.status, 'failed');
      assert.match(run.error?.message ?? '', message);
      assert.match(run.error?.message ?? '', /of 1048576 bytes are confirmed; more may have arrived/);
      assert.deepEqual(sent(), ['start', ...Array.from({ length: piece }, (_, at) => at + 1)]);
      assert.equal(run.upload?.state, 'failed');
    });
  }
});
