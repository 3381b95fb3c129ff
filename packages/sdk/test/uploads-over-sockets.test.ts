import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AccountValues,
  ActionError,
  buildUploadRequest,
  compileConnector,
  type ConnectorPackage,
  createHttp,
  describeUpload,
  type Http,
  parseRoutes,
  readStartAnswer,
  readStatusAnswer,
  readTransferAnswer,
  readUploadOutput,
  type Received,
  type UploadCall,
} from '../src/index.ts';
import { runUpload } from '../src/fixtures/run-upload.ts';
import { type Practiced, type PracticeProcess, startPractice } from './practice-process.ts';

const connectors = join(import.meta.dirname, '../../connectors');
const kibibyte = 1024;
const pieceBytes = 256 * kibibyte;

/** The shipped Vimeo connector, with pieces small enough for a test. */
function vimeoInSmallPieces(): ConnectorPackage {
  const folder = join(connectors, 'vimeo');
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(connector|actions.+)\.json$/.test(path))
    .map((path): [string, string] => [path, readFileSync(join(folder, path), 'utf8')]);
  const small = texts.map(([path, text]): [string, string] => [path, text.replace('33554432', String(pieceBytes))]);
  return compileConnector(new Map(small)).package!;
}

const released = {
  vimeo: vimeoInSmallPieces(),
  mastodon: compileConnector(join(connectors, 'mastodon')).package!,
  zendesk: compileConnector(join(connectors, 'zendesk')).package!,
  slack: compileConnector(join(connectors, 'slack')).package!,
  presigned: compileConnector(join(import.meta.dirname, 'generality/presigned')).package!,
};

const origins: Record<string, string[]> = {
  vimeo: ['https://api.vimeo.com', 'https://practice-files.tus.vimeo.com'],
  mastodon: ['https://practice.social'],
  zendesk: ['https://practice.zendesk.com'],
  slack: ['https://slack.com', 'https://files.slack.com'],
  s3: ['https://api.files.example', 'https://practice-bucket.s3.amazonaws.com'],
};

const bytes = randomBytes(2 * pieceBytes + 70 * kibibyte + 3);
const sha256 = createHash('sha256').update(bytes).digest('hex');

describe('uploads over faulty real sockets', () => {
  let practice: PracticeProcess;
  let http: Http;
  /** How long to wait for an answer: short where none comes. */
  let patienceMs: number;
  const service = (name: string): Practiced => practice.services[name]!;

  before(async () => {
    practice = await startPractice(Object.keys(origins));
    const routes = Object.entries(origins).flatMap(([name, list]) =>
      list.map((origin) => `${origin}=${service(name).url}`),
    );
    const patient = createHttp({ routes: parseRoutes(routes.join(',')) });
    http = {
      send: (request) => patient.send({ ...request, timeoutMs: patienceMs }),
      sendStream: (request, options) => patient.sendStream(request, { ...options, idleTimeoutMs: patienceMs }),
      close: patient.close,
    };
  });
  beforeEach(async () => {
    patienceMs = 20_000;
    for (const name of Object.keys(origins)) await service(name).forget();
  });
  after(async () => {
    await http.close();
    await practice.stop();
  });

  async function meet(name: string, faults: string[]): Promise<void> {
    await service(name).setFaults(faults);
    if (faults.some((fault) => fault.includes('hang'))) patienceMs = 2_000;
  }

  const asReceived = (promise: Promise<Received>): Promise<Received> =>
    promise.catch((error: unknown) => {
      if (error instanceof ActionError) return error;
      throw error;
    });
  async function* read(start: number, endExclusive: number): AsyncGenerator<Buffer> {
    for (let at = start; at < endExclusive; at += 64 * kibibyte)
      yield bytes.subarray(at, Math.min(at + 64 * kibibyte, endExclusive));
  }

  /** Sends like a caller with a journal: at most four sends of a piece, and a status request after each failure. */
  async function sendVideo(): Promise<unknown> {
    const video = released.vimeo;
    const action = 'upload-video';
    const file = { name: 'fern.mp4', sizeBytes: bytes.length, contentType: 'video/mp4' };
    const call: UploadCall = {
      input: { name: 'Fern', file: 'f1' },
      account: { accessToken: service('vimeo').token },
      file,
    };
    const ask = (phase: 'start' | 'status', known: UploadCall) =>
      asReceived(http.send(buildUploadRequest(video, action, phase, known)));
    const started = readStartAnswer(video, action, await ask('start', call), call);
    if (started.kind === 'failed') throw started.error;
    const known = { ...call, start: started.start };
    const sends: number[] = [];
    for (let confirmedBytes = 0; ;) {
      const piece = describeUpload(video, action)!.pieceAt(confirmedBytes, bytes.length);
      sends[piece.index] = (sends[piece.index] ?? 0) + 1;
      const request = buildUploadRequest(video, action, 'transfer', { ...known, piece });
      const body = read(piece.start, piece.endExclusive);
      const received = await asReceived(
        http.sendStream(request, { body, sizeBytes: piece.endExclusive - piece.start }),
      );
      let reading = readTransferAnswer(video, action, received, { ...known, piece });
      if (reading.kind === 'failed') {
        if (!reading.retry || sends[piece.index]! >= 4) throw reading.error;
        const asked = readStatusAnswer(video, action, await ask('status', known), {
          ...known,
          sentBytes: piece.endExclusive,
        });
        reading = asked.kind === 'failed' ? { kind: 'confirmed', confirmedBytes } : asked;
      }
      if (reading.kind === 'complete') return readUploadOutput(video, action, { ...known, transfer: reading.transfer });
      if (reading.kind === 'confirmed') confirmedBytes = reading.confirmedBytes;
    }
  }

  describe('to Vimeo, by tus', () => {
    const rows: [faults: string[], outcome: 'arrives' | RegExp, sendsOfSecond: number][] = [
      [[], 'arrives', 1],
      [['piece@2:500:3'], 'arrives', 4],
      [['piece@2:500:4'], /^transient: Vimeo answered 500/, 4],
      [['piece@2:429:1'], 'arrives', 2],
      [['piece@2:reset:3'], 'arrives', 4],
      [['piece@2:hang'], 'arrives', 2],
      // The status request says that the piece arrived, so it is not sent again.
      [['piece@2:stored-reset'], 'arrives', 1],
      [['piece@2:stored-hang'], 'arrives', 1],
      [['piece@2:stored-500'], 'arrives', 1],
      // The status request fails too: the piece is sent again, answered with 409, and the next status request tells.
      [['piece@2:stored-500', 'status:500'], 'arrives', 2],
      [['piece@2:partial=1000'], 'arrives', 2],
      [['piece@2:partial=0'], 'arrives', 2],
      [['last:202'], /^fatal: Vimeo answered 202/, 1],
      [['last:stored-hang'], 'arrives', 1],
      [['piece@2:401:*'], /^auth: Vimeo answered 401/, 1],
      [['piece@2:404'], /^not_found: Vimeo answered 404/, 1],
      [['redirect'], /^fatal: Vimeo answered 307 \(redirects are not followed\)/, 0],
      [['piece@2:early-413'], /^invalid_input: Vimeo answered 413/, 1],
      [['start:500'], /^unknown_outcome: Vimeo answered 500/, 0],
      [['start:stored-reset'], /^unknown_outcome: /, 0],
    ];
    for (const [faults, outcome, sendsOfSecond] of rows) {
      const ends = outcome === 'arrives' ? 'arrives' : 'ends with an error';
      it(`${faults.join(' and ') || 'no fault'}: ${ends}, with one start and ${sendsOfSecond} sends of the second piece`, async () => {
        await meet('vimeo', faults);
        const error = await sendVideo().then(
          () => undefined,
          (reason: unknown) => reason as ActionError,
        );
        const { sessions } = (await service('vimeo').kept()) as { sessions?: { sha256: string }[] };
        const log = (await service('vimeo').log()) as unknown as { kind: string; piece: number | null }[];
        if (outcome !== 'arrives') assert.match(`${error?.class}: ${error?.message}`, outcome);
        else assert.deepEqual([error, sessions?.[0]?.sha256], [undefined, sha256]);
        assert.equal(log.filter(({ piece }) => piece === 2).length, sendsOfSecond);
        assert.equal(log.filter(({ kind }) => kind === 'start').length, 1);
      });
    }
  });

  const send = (
    name: keyof typeof released,
    action: string,
    input: Record<string, unknown>,
    account: AccountValues,
    fileName = 'fern.png',
  ) => {
    const file = { name: fileName, contentType: 'image/png', sizeBytes: bytes.length };
    return runUpload(released[name], action, { input: { ...input, file: 'f1' }, account, file, http, read });
  };
  const token = 'practice-token';
  const toMastodon = () => send('mastodon', 'upload-media', {}, { instance: 'practice.social', token });
  const toZendesk = () => send('zendesk', 'upload-file', {}, { subdomain: 'practice', email: 'a@example.com', token });
  const toSlack = () => send('slack', 'upload-file', { channel: 'C01' }, { accessToken: token });
  const toBucket = (name?: string) => send('presigned', 'upload-file', {}, { name: 'Fern', token }, name);

  describe('as a body, as a form, or in three steps', () => {
    /** The faults of each request, the number of requests, and how often the file or the share is stored. */
    const rows: [string, () => Promise<unknown>, string, string[], requests: number, kept: Record<string, number>][] = [
      ['a form', toMastodon, 'mastodon', ['500'], 1, {}],
      ['a form', toMastodon, 'mastodon', ['reset'], 1, {}],
      ['a form', toMastodon, 'mastodon', ['hang'], 1, {}],
      ['a form', toMastodon, 'mastodon', ['stored-hang'], 1, { media: 1 }],
      ['a body', toZendesk, 'zendesk', ['503'], 1, {}],
      ['a body', toZendesk, 'zendesk', ['stored-reset'], 1, { uploads: 1 }],
      ['the start', toSlack, 'slack', ['stored-500'], 1, { announced: 1 }],
      ['the file', toSlack, 'slack', ['none', 'hang'], 2, { announced: 1 }],
      ['the request after the file', toSlack, 'slack', ['none', 'none', 'stored-500'], 3, { shares: 1 }],
      ['the request after the file', toSlack, 'slack', ['none', 'none', 'stored-hang'], 3, { shares: 1 }],
      ['a body to a presigned address', toBucket, 's3', ['none', 'stored-reset'], 2, { files: 1 }],
    ];
    for (const [what, run, name, faults, requests, kept] of rows) {
      it(`${faults.join(', ')}: ${what} is sent once to ${name} and ends with unknown_outcome`, async () => {
        await meet(name, faults);
        await assert.rejects(run(), (error) => error instanceof ActionError && error.class === 'unknown_outcome');
        const { counts, ...rest } = await service(name).kept();
        assert.equal(rest['requests'], requests);
        for (const [kind, count] of Object.entries(kept)) assert.equal(counts[kind], count, kind);
      });
    }

    for (const name of ['a b+c (1)*!.png', "größe'&#?%2F.png", '木/../x.png']) {
      it(`a file named ${name} arrives at a presigned address, used byte for byte`, async () => {
        await toBucket(name);
        const kept = (await service('s3').kept()) as unknown as {
          files: { sha256: string; name: string }[];
          uploads: unknown;
        };
        assert.deepEqual(
          kept.files.map((file) => [file.name, file.sha256]),
          [[name, sha256]],
        );
        assert.match(JSON.stringify(kept.uploads), /"completed":true/);
      });
    }

    it('a presigned address refuses any request except the signed one', async () => {
      const made = await fetch(`${service('s3').url}/uploads`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'a.png', type: 'image/png' }),
      });
      const { url } = (await made.json()) as { url: string };
      const near = url.replace(/^https:\/\/[^/]+/, service('s3').url);
      const put = async (address: string, headers: Record<string, string>): Promise<string> => {
        const response = await fetch(address, { method: 'PUT', headers, body: 'Hello' });
        return `${response.status} ${await response.text()}`;
      };
      assert.match(await put(near, { 'content-type': 'text/plain' }), /^403 .*SignatureDoesNotMatch/s);
      assert.match(await put(near.replace('a.png', 'b.png'), { 'content-type': 'image/png' }), /SignatureDoesNotMatch/);
      const both = { 'content-type': 'image/png', authorization: `Bearer ${token}` };
      assert.match(await put(near, both), /^400 .*Only one auth mechanism allowed/s);
      assert.match(await put(near, { 'content-type': 'image/png' }), /^200 /);
    });
  });
});
