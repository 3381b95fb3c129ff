import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { runWorker, type TestWorker } from './run-worker.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';
import { startVault, type Vault } from './vault.ts';

const pieceBytes = 256 * 1024;
const sizeBytes = 3 * pieceBytes;

describe('A service that reports a complete file when asked for its progress', () => {
  let vault: Vault;
  let world: UploadWorld;
  let worker: TestWorker;

  beforeEach(async () => {
    vault = await startVault();
    world = await createUploadWorld({ sizeBytes, connector: vault.connector('ask-pieces') });
  });
  afterEach(async () => {
    await worker.stop();
    await world.close();
    await vault.close();
  });

  /** Uploads the file. The service fails at a piece (from 1), and then answers the status request this way. */
  async function uploadPast(piece: number, answer: (response: ServerResponse) => void) {
    const firstByte = (piece - 1) * pieceBytes;
    vault.answerWith(({ method, headers }, response) => {
      const isFailing = headers['content-range']?.startsWith(`bytes ${firstByte}-`) === true;
      if (isFailing) response.writeHead(500).end();
      else if (method === 'GET') answer(response);
      return isFailing || method === 'GET';
    });
    worker = await runWorker(world, { uploadLimits: { pausesMs: [20, 40, 80] } });
    await world.start();
    return world.endOfRun();
  }
  const sent = () => vault.requests.map(({ what, range }) => range ?? what);

  const answers: [string, (response: ServerResponse) => void][] = [
    ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>')],
    ['nothing', (response) => response.writeHead(200).end()],
    [
      'the size of the file',
      (response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ next: sizeBytes })),
    ],
  ];
  for (const [title, answer] of answers) {
    for (const piece of [1, 2]) {
      it(`is not believed before the last piece was started (200 with ${title} after piece ${piece})`, async () => {
        const run = await uploadPast(piece, answer);
        assert.deepEqual([run.status, run.error?.code, run.upload?.state], ['failed', 'fatal', 'failed']);
        const [confirmed, begun] = [(piece - 1) * pieceBytes, piece * pieceBytes];
        assert.equal(
          run.error?.message,
          `Vault answered 200 and reported the file complete after at most ${begun} of ${sizeBytes} bytes. ` +
            `${confirmed} of ${sizeBytes} bytes are confirmed; more may have arrived. ` +
            'Check the other service first. A new run of the workflow sends the file from the beginning.',
        );
        assert.deepEqual(sent().slice(-2), [`bytes ${confirmed}-${begun - 1}/${sizeBytes}`, 'GET /places/7']);
      });
    }

    it(`is believed after that (200 with ${title} after piece 3)`, async () => {
      const run = await uploadPast(3, answer);
      assert.deepEqual([run.status, run.error, run.upload?.state], ['completed', null, 'done']);
    });
  }
});
