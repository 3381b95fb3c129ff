import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ActionError,
  type Answer,
  buildUploadRequest,
  compileConnector,
  createHttp,
  describeUpload,
  type Http,
  parseRoutes,
  type Piece,
  readStartAnswer,
  readStatusAnswer,
  readTransferAnswer,
  readUploadOutput,
  type Received,
  type UploadCall,
  type UploadFailure,
} from '../src/index.ts';
import { type Logged, startYoutube, type Youtube } from './practice-youtube.ts';

const released = compileConnector(join(import.meta.dirname, '../../connectors/youtube')).package!;
const upload = describeUpload(released, 'upload-video')!;
const mebibyte = 1024 * 1024;

describe('a video upload to YouTube over real sockets', () => {
  let youtube: Youtube;
  let http: Http;
  /** How long to wait for an answer: short where none comes. */
  let patienceMs: number;

  before(async () => {
    youtube = await startYoutube();
    http = createHttp({ routes: parseRoutes(`https://www.googleapis.com=${youtube.url}`) });
  });
  beforeEach(async () => {
    patienceMs = 20_000;
    await youtube.forget();
  });
  after(async () => {
    await http.close();
    await youtube.stop();
  });

  const bytes = randomBytes(20 * mebibyte + 7);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { name: 'fern.mp4', sizeBytes: bytes.length, contentType: 'video/mp4' };
  const call = (): UploadCall => ({
    input: { title: 'Fern', file: 'f1' },
    account: { channel: 'Fern', token: youtube.token },
    file,
  });

  const received = (promise: Promise<Received>): Promise<Received> =>
    promise.catch((error: unknown) => {
      if (error instanceof ActionError) return error;
      throw error;
    });
  const send = (phase: 'start' | 'status', known: UploadCall): Promise<Received> =>
    received(http.send({ ...buildUploadRequest(released, 'upload-video', phase, known), timeoutMs: patienceMs }));
  async function* read({ start, endExclusive }: Piece): AsyncGenerator<Buffer> {
    for (let at = start; at < endExclusive; at += mebibyte)
      yield bytes.subarray(at, Math.min(at + mebibyte, endExclusive));
  }
  const carry = (known: UploadCall & { piece: Piece }): Promise<Received> =>
    received(
      http.sendStream(buildUploadRequest(released, 'upload-video', 'transfer', known), {
        body: read(known.piece),
        sizeBytes: known.piece.endExclusive - known.piece.start,
        idleTimeoutMs: patienceMs,
      }),
    );

  const fail = ({ error }: UploadFailure): never => {
    throw error;
  };

  async function begin(): Promise<UploadCall & { start: Answer }> {
    const started = readStartAnswer(released, 'upload-video', await send('start', call()), call());
    return started.kind === 'failed' ? fail(started) : { ...call(), start: started.start };
  }

  /** Sends like a caller with a journal: at most four sends of a piece, and a status request after each failure. */
  async function sendAll(): Promise<unknown> {
    const known = await begin();
    const sends: number[] = [];
    for (let confirmedBytes = 0; ;) {
      const piece = upload.pieceAt(confirmedBytes, bytes.length);
      sends[piece.index] = (sends[piece.index] ?? 0) + 1;
      let reading = readTransferAnswer(released, 'upload-video', await carry({ ...known, piece }), { ...known, piece });
      if (reading.kind === 'failed') {
        if (!reading.retry || sends[piece.index]! >= 4) fail(reading);
        const asked = readStatusAnswer(released, 'upload-video', await send('status', known), {
          ...known,
          sentBytes: piece.endExclusive,
        });
        reading = asked.kind === 'failed' ? { kind: 'confirmed', confirmedBytes } : asked;
      }
      if (reading.kind === 'complete')
        return readUploadOutput(released, 'upload-video', { ...known, transfer: reading.transfer });
      if (reading.kind === 'confirmed') confirmedBytes = reading.confirmedBytes;
    }
  }

  const countSends = (log: Logged[], number: number): number => log.filter(({ piece }) => piece === number).length;

  it('arrives complete, with one start and each piece sent once', async () => {
    const output = (await sendAll()) as { id: string; url: string };
    const { videos } = await youtube.kept();
    assert.deepEqual([videos[0]?.sha256, videos[0]?.id], [sha256, output.id]);
    assert.equal(output.url, `https://www.youtube.com/watch?v=${output.id}`);
    assert.deepEqual(
      (await youtube.log()).map(({ kind, firstByte, arrivedBytes, status }) =>
        [kind, firstByte, arrivedBytes, status].join(' '),
      ),
      [
        'start  83 200',
        'piece 0 8388608 308',
        'piece 8388608 8388608 308',
        `piece 16777216 ${bytes.length - 16 * mebibyte} 201`,
      ],
    );
  });

  /** The result of the upload, how often the second piece is sent, and which errors end it. */
  const rows: [faults: string, outcome: 'arrives' | RegExp, sendsOfSecond: number][] = [
    ['piece@2:500:3', 'arrives', 4],
    ['piece@2:500:4', /^transient: YouTube answered 500/, 4],
    ['piece@2:500:*', /^transient: YouTube answered 500/, 4],
    ['piece@2:503:2', 'arrives', 3],
    ['piece@2:408:1', 'arrives', 2],
    ['piece@2:429:1', 'arrives', 2],
    ['piece@2:reset:3', 'arrives', 4],
    ['piece@2:hang', 'arrives', 2],
    // The status request says that the piece arrived, so it is not sent again.
    ['piece@2:stored-reset', 'arrives', 1],
    ['piece@2:stored-hang', 'arrives', 1],
    ['piece@2:stored-500', 'arrives', 1],
    ['piece@2:partial=262144', 'arrives', 2],
    ['piece@2:partial=0', 'arrives', 2],
    ['last:308', 'arrives', 1],
    ['last:308:*', /^transient: YouTube answered 308 and did not say that the file is complete/, 1],
    ['last:202', /^fatal: YouTube answered 202/, 1],
    ['last:206', /^fatal: YouTube answered 206/, 1],
    ['last:stored-hang', 'arrives', 1],
    ['last:stored-reset', 'arrives', 1],
    ['piece@2:401:*', /^auth: YouTube answered 401/, 1],
    ['piece@2:403', /^fatal: YouTube answered 403 \(The daily quota is used up\..*quotaExceeded/s, 1],
    ['piece@2:404', /^not_found: YouTube answered 404/, 1],
    ['piece@2:redirect', /^fatal: YouTube answered 307 \(redirects are not followed\)/, 1],
    ['piece@2:early-413', /^invalid_input: YouTube answered 413: Request Entity Too Large/, 1],
    ['start:500', /^unknown_outcome: YouTube answered 500/, 0],
    ['start:hang', /^unknown_outcome: www.googleapis.com did not answer in time/, 0],
    ['start:401', /^auth: YouTube answered 401/, 0],
  ];
  for (const [faults, outcome, sendsOfSecond] of rows) {
    const ends = outcome === 'arrives' ? 'arrives' : 'ends with an error';
    it(`${faults}: ${ends}, with one start and ${sendsOfSecond} sends of the second piece`, async () => {
      await youtube.setFaults([faults]);
      if (faults.includes('hang')) patienceMs = 2_000;
      const error = await sendAll().then(
        () => undefined,
        (reason: unknown) => reason as ActionError,
      );
      const [log, { videos }] = [await youtube.log(), await youtube.kept()];
      if (outcome === 'arrives') assert.equal(error, undefined);
      else assert.match(`${error?.class}: ${error?.message}`, outcome);
      assert.equal(videos[0]?.sha256, outcome === 'arrives' ? sha256 : undefined);
      assert.deepEqual([countSends(log, 2), log.filter(({ kind }) => kind === 'start').length], [sendsOfSecond, 1]);
    });
  }

  /** Waits until the condition holds for the last request. */
  async function untilLogged(isSo: (last: Logged) => boolean): Promise<void> {
    while (!isSo((await youtube.log()).at(-1)!)) await wait(20);
  }

  it('continues after another worker stopped in the middle of a piece', async () => {
    const known = await begin();
    await carry({ ...known, piece: upload.pieceAt(0, bytes.length) });
    const piece = upload.pieceAt(8 * mebibyte, bytes.length);
    const controller = new AbortController();
    const arrives = 3 * mebibyte + 1000;
    const request = buildUploadRequest(released, 'upload-video', 'transfer', { ...known, piece });
    const half = http.sendStream(request, {
      body: (async function* () {
        yield bytes.subarray(piece.start, piece.start + arrives);
        await untilLogged(({ arrivedBytes }) => arrivedBytes === arrives);
        controller.abort();
        await wait(5000, undefined, { ref: false });
      })(),
      sizeBytes: 8 * mebibyte,
      signal: controller.signal,
    });
    await assert.rejects(half, /was stopped/);
    await untilLogged(({ endedAt }) => endedAt !== null);
    const asked = readStatusAnswer(released, 'upload-video', await send('status', known), {
      ...known,
      sentBytes: piece.endExclusive,
    });
    assert.deepEqual(asked, { kind: 'confirmed', confirmedBytes: 11 * mebibyte });
    for (let at = 11 * mebibyte; at < bytes.length;) {
      const next = upload.pieceAt(at, bytes.length);
      await carry({ ...known, piece: next });
      at = next.endExclusive;
    }
    assert.equal((await youtube.kept()).videos[0]?.sha256, sha256);
  });

  it('is refused with a wrong token, without repeating the token', async () => {
    const wrong = { ...call(), account: { channel: 'Fern', token: 'canary-4711' } };
    const reading = readStartAnswer(released, 'upload-video', await send('start', wrong), wrong);
    assert.equal(reading.kind, 'failed');
    const { credential, error } = reading;
    assert.equal(credential, true);
    assert.doesNotMatch(error.message, /canary/);
  });
});
