import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runWorker, type TestWorker } from './run-worker.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';

const pieceBytes = 256 * 1024;
const sizeBytes = 3 * pieceBytes;

interface Spoiled {
  status: number;
  headers?: Record<string, string>;
  text?: string;
}

describe('An upload with unexpected answers from YouTube', () => {
  let spoiler: Server;
  let world: UploadWorld;
  let worker: TestWorker;
  /** By the first byte of a piece, or `start` or `status`. */
  let spoiled: Record<string, Spoiled>;

  beforeEach(async () => {
    spoiled = {};
    world = await createUploadWorld({ sizeBytes, behind: startSpoiler });
    worker = await runWorker(world, { uploadLimits: { pausesMs: [20, 40, 80] } });
  });
  afterEach(async () => {
    await worker.stop();
    await world.close();
    spoiler.closeAllConnections();
    spoiler.close();
  });

  /** Passes everything on, and overrides the answer to some requests once they have fully arrived. */
  async function startSpoiler(address: string): Promise<string> {
    spoiler = createServer((request, response) => {
      const { method, url: path, headers } = request;
      const range = headers['content-range'] ?? '';
      const place = range.startsWith('bytes */') ? 'status' : (/^bytes (\d+)-/.exec(range)?.[1] ?? 'start');
      const own = spoiled[place];
      const passed = forward(address, { method, path, headers }, (answer) => {
        if (own === undefined) return void answer.pipe(response.writeHead(answer.statusCode!, answer.headers));
        answer.resume();
        response.writeHead(own.status, own.headers).end(own.text ?? '');
      });
      passed.on('error', () => response.destroy());
      request.pipe(passed);
    });
    await once(spoiler.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(spoiler.address() as AddressInfo).port}`;
  }

  const newRunHint = 'A new run of the workflow sends the file from the beginning.';

  async function uploadPast(answers: typeof spoiled) {
    spoiled = answers;
    await world.start();
    return world.endOfRun();
  }

  const error = JSON.stringify({ error: { code: 500, message: 'Backend Error' } });
  const answers: [string, Spoiled][] = [
    ['an error inside a 200', { status: 200, headers: { 'content-type': 'application/json' }, text: error }],
    ['a page', { status: 200, headers: { 'content-type': 'text/html' }, text: '<html>Welcome</html>' }],
    ['an empty 201', { status: 201 }],
  ];
  for (const [title, last] of answers) {
    it(`fails if the last piece is answered with ${title}, and says to check YouTube`, async () => {
      const run = await uploadPast({ [2 * pieceBytes]: last });
      assert.deepEqual([run.status, run.error?.code, run.upload?.state], ['failed', 'fatal', 'failed']);
      const { status, text } = last;
      assert.equal(
        run.error?.message,
        `YouTube answered ${status} without response.body.id${text === undefined ? '' : `: ${text}`}; ` +
          'the whole file may have arrived by then. ' +
          '524288 of 786432 bytes are confirmed; more may have arrived. ' +
          'Check the other service first. A new run of the workflow sends the file from the beginning.',
      );
    });
  }

  it('also fails if such an answer comes to a status request', async () => {
    const run = await uploadPast({ [2 * pieceBytes]: { status: 503 }, status: { status: 201 } });
    assert.deepEqual([run.status, run.error?.code], ['failed', 'fatal']);
    assert.match(run.error?.message ?? '', /^YouTube answered 201 without response\.body\.id; the whole file may have/);
  });

  it('fails before its last piece was started, and says so', async () => {
    const run = await uploadPast({ [pieceBytes]: { status: 500 }, status: answers[1]![1] });
    assert.equal(run.status, 'failed');
    assert.match(
      run.error?.message ?? '',
      /^YouTube answered 200 without .*; it reported the file complete after at most 524288 of 786432 bytes\. 262144 of/,
    );
  });

  it('fails if YouTube reports the whole file although the last piece was not started', async () => {
    const run = await uploadPast({ [pieceBytes]: { status: 308, headers: { range: `bytes=0-${sizeBytes - 1}` } } });
    assert.deepEqual([run.status, run.error?.code], ['failed', 'fatal']);
    assert.equal(
      run.error?.message,
      'YouTube answered 308 and reported the file complete after 524288 of 786432 bytes. ' +
        '262144 of 786432 bytes are confirmed; more may have arrived. ' +
        `Check the other service first. ${newRunHint}`,
    );
  });

  it('fails if YouTube reports a range that does not start at the first byte', async () => {
    const run = await uploadPast({ [pieceBytes]: { status: 308, headers: { range: 'bytes=262144-524287' } } });
    assert.deepEqual([run.status, run.error?.code], ['failed', 'fatal']);
    assert.equal(
      run.error?.message,
      'response.headers.range does not say how much of the file has arrived, because it is not a range from byte 0: ' +
        '"bytes=262144-524287". 262144 of 786432 bytes are confirmed; more may have arrived. ' +
        'Check the other service first. A new run of the workflow sends the file from the beginning.',
    );
  });

  const elsewhere = (location: string): Spoiled => ({ status: 200, headers: { location } });

  for (const [location, reason] of [
    ['http://upload.example/a', '"upload.example" would be called without encryption; write https://'],
    [
      'https://169.254.169.254/a',
      '"169.254.169.254" is on a private network, which connectors must not call; ' +
        'an operator can allow it in TALLYHOOK_PRIVATE_HOSTS',
    ],
  ] as const) {
    it(`fails if the upload address may not be called (${location}), and says that nothing was sent`, async () => {
      const run = await uploadPast({ start: elsewhere(location) });
      assert.deepEqual([run.status, run.error?.code], ['failed', 'fatal']);
      assert.equal(run.error?.message, `${reason}. No part of the file was sent. ${newRunHint}`);
      assert.deepEqual([run.upload?.piece, run.upload?.confirmedBytes], [null, 0]);
    });
  }

  for (const status of [500, 201] as const) {
    it(`fails if YouTube answers the first request with ${status}, and says what to do`, async () => {
      const run = await uploadPast({ start: { status } });
      assert.deepEqual([run.status, run.error?.code], ['failed', status === 500 ? 'unknown_outcome' : 'fatal']);
      assert.equal(
        run.error?.message,
        `YouTube answered ${status}. No part of the file was sent. Check the other service first. ${newRunHint}`,
      );
    });
  }

  for (const [title, headers, reason] of [
    ['nowhere', {}, 'did not say where the file goes: start.headers.location is absent'],
    [
      'to an invalid address',
      { location: 'nonsense' },
      'did not say where the file goes: upload.to: this is not a web address',
    ],
  ] as const) {
    it(`fails if the answer to the first request sends the file ${title}`, async () => {
      const run = await uploadPast({ start: { status: 200, headers } });
      assert.deepEqual([run.status, run.error?.code, run.upload?.state], ['failed', 'fatal', 'failed']);
      assert.equal(
        run.error?.message,
        `YouTube answered 200 and ${reason}. No part of the file was sent. Check the other service first. ${newRunHint}`,
      );
    });
  }

  it('fails if YouTube refuses the first request, without a hint to check it', async () => {
    const run = await uploadPast({ start: { status: 400, text: 'What is this?' } });
    assert.deepEqual([run.status, run.error?.code], ['failed', 'invalid_input']);
    assert.equal(run.error?.message, `YouTube answered 400: What is this? No part of the file was sent. ${newRunHint}`);
  });
});
