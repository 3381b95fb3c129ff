import assert from 'node:assert/strict';
import type { ConnectorUpload, Request } from '@tallyhook/schemas';
import { account, makePackage } from '../../test/make-package.ts';
import { ActionError } from '../action-error.ts';
import type { HttpResponse } from '../http/http.ts';
import { readAnswer } from '../runtime/answer.ts';
import type { TransferReading } from './read-progress.ts';
import {
  readFinishAnswer,
  readProcessedAnswer,
  readStartAnswer,
  readStatusAnswer,
  readTransferAnswer,
} from './read-upload-answer.ts';
import { pieceAnswer } from './piece-answer.ts';
import { readUploadOutput } from './read-upload-output.ts';
import type { Piece } from './upload-call.ts';
import type { Received, UploadFailure } from './upload-failure.ts';

const size = 20;
const file = { name: 'a.mp4', sizeBytes: size, contentType: 'video/mp4' };
const piece = (start: number, endExclusive: number): Piece => ({
  index: Math.floor(start / 8),
  start,
  endExclusive,
  last: endExclusive === size,
});
const second = piece(8, 16);
const last = piece(16, 20);

const packageOf = (upload: Partial<ConnectorUpload>, request: Request = { method: 'POST', path: '/files' }) =>
  makePackage({
    request,
    action: { upload: { file: 'a', send: 'pieces', to: '{{start.headers.location}}', chunkSize: 8, ...upload } },
  });

/** Google: 308 and a range; 200 or 201 once complete. */
const google: Partial<ConnectorUpload> = {
  transfer: { method: 'PUT', success: { status: [200, 201], unless: [{ path: 'response.body.error', isNot: null }] } },
  goOn: [308],
  confirmed: { path: 'response.headers.range', as: 'range' },
  status: { method: 'PUT', success: { status: [200, 201] } },
};
/** The same, with a required video name. */
const named: Partial<ConnectorUpload> = {
  ...google,
  transfer: { method: 'PUT', success: { status: [200, 201], unless: [{ path: 'response.body.id', is: null }] } },
};
/** tus: one status for everything, the offset in a header; 409 for a resent piece. */
const tus: Partial<ConnectorUpload> = {
  transfer: { method: 'PATCH', success: { status: [204] } },
  confirmed: { path: 'response.headers.upload-offset', as: 'offset' },
  alreadyThere: { status: [409] },
  status: { method: 'HEAD' },
};
/** Graph: the missing ranges, in a list in the body. */
const graph: Partial<ConnectorUpload> = {
  transfer: { method: 'PUT', success: { status: [200, 201] } },
  goOn: [202],
  confirmed: { path: 'response.body.nextExpectedRanges.0', as: 'missing' },
  alreadyThere: { status: [416] },
  status: { method: 'GET' },
};
/** Dropbox: only 200, and the right offset after a wrong one. */
const dropbox: Partial<ConnectorUpload> = {
  contentRange: false,
  transfer: { method: 'POST' },
  alreadyThere: { status: [409], confirmed: { path: 'response.body.error.correct_offset', as: 'offset' } },
};

function answered(status: number, headers: Record<string, string> = {}, body?: unknown): HttpResponse {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const type: Record<string, string> =
    body === undefined || typeof body === 'string' ? {} : { 'content-type': 'application/json' };
  return { status, headers: { ...type, ...headers }, body: Buffer.from(text) };
}

const broken = new ActionError('transient', 'the connection to x broke before the answer (ECONNRESET)', {
  mayHaveArrived: true,
});
const unsent = new ActionError('transient', 'x cannot be reached (ECONNREFUSED)');

/** Summarizes a reading: the progress, or the class of the error and what may be done. */
function words(reading: TransferReading | { kind: string }): string {
  if (reading.kind === 'confirmed') return `${(reading as { confirmedBytes: number }).confirmedBytes} bytes`;
  if (reading.kind !== 'failed') return reading.kind;
  const { error, retry, credential } = reading as UploadFailure;
  return [error.class, retry ? 'again' : 'final', ...(credential ? ['credential'] : [])].join(' ');
}

const afterPiece = (upload: Partial<ConnectorUpload>, carried: Piece, received: Received): string =>
  words(readTransferAnswer(packageOf(upload), 'call', received, { file, piece: carried }));
const afterQuestion = (upload: Partial<ConnectorUpload>, received: Received, sentBytes = size): string =>
  words(readStatusAnswer(packageOf(upload), 'call', received, { file, sentBytes }));

type Row = [title: string, upload: Partial<ConnectorUpload>, carried: Piece, received: Received, expected: string];

describe('response to a piece', () => {
  const rows: Row[] = [
    ['continues at the confirmed end', google, second, answered(308, { range: 'bytes=0-15' }), '16 bytes'],
    ['may omit the unit of the range', google, second, answered(308, { range: '0-15' }), '16 bytes'],
    ['may confirm less than was sent', google, second, answered(308, { range: 'bytes=0-11' }), '12 bytes'],
    ['means nothing is stored without a range', google, piece(0, 8), answered(308), '0 bytes'],
    [
      'may confirm more than was sent; the sender must check',
      google,
      piece(0, 8),
      answered(308, { range: 'bytes=0-15' }),
      '16 bytes',
    ],
    ['completes the file with its declared status', google, last, answered(201, {}, { id: 'v' }), 'complete'],
    ['completes the file with another declared status', google, last, answered(200, {}, { id: 'v' }), 'complete'],
    [
      'does not complete the file if the last piece gets "continue"',
      google,
      last,
      answered(308, { range: 'bytes=0-19' }),
      'transient again',
    ],
    [
      'continues if the last piece was stored in part',
      google,
      last,
      answered(308, { range: 'bytes=0-17' }),
      '18 bytes',
    ],
    ['does not complete the file with an undeclared status', google, last, answered(202), 'fatal final'],
    ['does not complete the file with another undeclared status', google, last, answered(206), 'fatal final'],
    ['does not complete the file in the middle', google, second, answered(201, {}, { id: 'v' }), 'fatal final'],
    [
      'cannot confirm the whole file before the last piece, even to continue',
      google,
      second,
      answered(308, { range: 'bytes=0-19' }),
      'fatal final',
    ],
    ['cannot confirm more than the file', google, second, answered(308, { range: 'bytes=0-99' }), 'fatal final'],
    ['must have a readable range', google, second, answered(308, { range: 'bytes=all' }), 'fatal final'],
    ['must have a valid range', google, second, answered(308, { range: 'bytes=15-0' }), 'fatal final'],
    ['must have a range from the first byte', google, second, answered(308, { range: 'bytes=8-15' }), 'fatal final'],
    [
      'is not followed as a redirect',
      google,
      second,
      answered(308, { location: 'https://evil.example/' }),
      'fatal final',
    ],
    ['fails if its body reports a failure', google, last, answered(200, {}, { error: 'quota' }), 'fatal final'],
    [
      'fails if the body of a "continue" reports a failure',
      google,
      second,
      answered(308, { range: 'bytes=0-15' }, { error: 'x' }),
      'fatal final',
    ],

    [
      'may lack, before the end, what completing the file requires',
      named,
      second,
      answered(308, { range: 'bytes=0-15' }),
      '16 bytes',
    ],
    ['does not complete the file without the required value', named, last, answered(201), 'fatal final'],
    ['completes the file with the required value', named, last, answered(201, {}, { id: 'v' }), 'complete'],

    ['500: retry', google, second, answered(500), 'transient again'],
    ['502: retry', google, second, answered(502), 'transient again'],
    [
      '503, as for a gap: retry',
      google,
      second,
      answered(503, {}, 'Invalid request. According to the Content-Range'),
      'transient again',
    ],
    ['504: retry', google, second, answered(504), 'transient again'],
    ['408: retry', google, second, answered(408), 'transient again'],
    ['425: retry', google, second, answered(425), 'transient again'],
    ['429: retry', google, second, answered(429), 'rate_limit again'],
    ['broken connection: retry', google, second, broken, 'transient again'],
    ['no connection: retry', google, second, unsent, 'transient again'],
    ['401: refused credential', google, second, answered(401), 'auth final credential'],
    ['400: final', google, second, answered(400), 'invalid_input final'],
    ['403: final', google, second, answered(403, {}, { error: 'quotaExceeded' }), 'auth final'],
    ['404, an expired session: final', google, second, answered(404), 'not_found final'],
    ['undeclared 409: final', google, second, answered(409), 'conflict final'],
    ['410: final', google, second, answered(410), 'not_found final'],
    ['412: final', google, second, answered(412), 'conflict final'],
    ['413: final', google, second, answered(413, {}, 'too large'), 'invalid_input final'],
    ['undeclared 416: final', google, second, answered(416), 'invalid_input final'],
    ['redirect: final', google, second, answered(307, { location: 'https://evil.example/' }), 'fatal final'],
    ['forbidden address: final', google, second, new ActionError('fatal', 'private'), 'fatal final'],

    [
      'shows by its offset whether the file is complete',
      tus,
      second,
      answered(204, { 'upload-offset': '16' }),
      '16 bytes',
    ],
    ['completes the file at the final offset', tus, last, answered(204, { 'upload-offset': '20' }), 'complete'],
    [
      'does not complete the file by the final offset in the middle',
      tus,
      second,
      answered(204, { 'upload-offset': '20' }),
      'fatal final',
    ],
    ['continues from a smaller offset', tus, last, answered(204, { 'upload-offset': '18' }), '18 bytes'],
    ['already there, without a position: needs a status request', tus, second, answered(409), 'transient again'],
    [
      'shows the position by the missing ranges',
      graph,
      second,
      answered(202, {}, { nextExpectedRanges: ['12-', '30-'] }),
      '12 bytes',
    ],
    ['completes the file without missing ranges', graph, last, answered(201, {}, { id: 'i' }), 'complete'],
    ['counts as confirmed without a position', dropbox, second, answered(200, {}, null), '16 bytes'],
    ['completes the file with the last piece without a position', dropbox, last, answered(200, {}, null), 'complete'],
    [
      'already there, with a position',
      dropbox,
      second,
      answered(409, {}, { error: { correct_offset: 16 } }),
      '16 bytes',
    ],
    [
      'already there, without a status request',
      { ...dropbox, alreadyThere: { status: [409] } },
      second,
      answered(409),
      'fatal final',
    ],
    [
      'all there, but the completing response was lost',
      dropbox,
      last,
      answered(409, {}, { error: { correct_offset: 20 } }),
      'fatal final',
    ],
    [
      'all there, with a finish request that does not need the lost response',
      { ...dropbox, finish: { method: 'POST', path: '/finish/{{start.body.id}}' } },
      last,
      answered(409, {}, { error: { correct_offset: 20 } }),
      'complete',
    ],
    [
      'all there, with a finish request that needs the lost response',
      { ...dropbox, finish: { method: 'POST', path: '/finish/{{transfer.body.id}}' } },
      last,
      answered(409, {}, { error: { correct_offset: 20 } }),
      'fatal final',
    ],
    [
      'reported all there before the last piece, with a finish request',
      { ...dropbox, finish: { method: 'POST', path: '/finish/{{start.body.id}}' } },
      second,
      answered(409, {}, { error: { correct_offset: 20 } }),
      'fatal final',
    ],
    [
      'all there, with a status request',
      { ...dropbox, confirmed: { path: 'response.body.at', as: 'offset' }, status: { method: 'GET' } },
      last,
      answered(409, {}, { error: { correct_offset: 20 } }),
      'transient again',
    ],
    [
      'reported all there before the last piece, with a status request',
      { ...dropbox, confirmed: { path: 'response.body.at', as: 'offset' }, status: { method: 'GET' } },
      second,
      answered(409, {}, { error: { correct_offset: 20 } }),
      'fatal final',
    ],
    [
      'accepts a position as a number or a text',
      dropbox,
      second,
      answered(409, {}, { error: { correct_offset: '12' } }),
      '12 bytes',
    ],
    [
      'accepts no other position',
      dropbox,
      second,
      answered(409, {}, { error: { correct_offset: '1e1' } }),
      'fatal final',
    ],
  ];
  for (const [title, upload, carried, received, expected] of rows) {
    it(title, () => assert.equal(afterPiece(upload, carried, received), expected));
  }

  it("gives the waiting time and the service's words without the credential", () => {
    const received = answered(429, { 'retry-after': '7' }, `slow down, ${account.token}`);
    const reading = readTransferAnswer(packageOf(google), 'call', received, { file, piece: second, account });
    assert.equal(reading.kind, 'failed');
    const { retryAfterMs, error } = reading;
    assert.equal(retryAfterMs, 7000);
    assert.match(error.message, /^Tracker answered 429: slow down, \[redacted\]$/);
  });

  it('says what is missing and how much of the file may have arrived', () => {
    const declared = (carried: Piece) =>
      (readTransferAnswer(packageOf(named), 'call', answered(200, {}, 'Hi'), { file, piece: carried }) as UploadFailure)
        .error.message;
    assert.equal(
      declared(last),
      'Tracker answered 200 without response.body.id: Hi; the whole file may have arrived by then',
    );
    assert.equal(
      declared(second),
      'Tracker answered 200 without response.body.id: Hi; it reported the file complete after 16 of 20 bytes',
    );
  });

  it('keeps the whole response for later requests, even if it is text', () => {
    const received = answered(201, { etag: '"x"' }, 'OK - 123');
    const reading = readTransferAnswer(packageOf(google), 'call', received, { file, piece: last });
    assert.deepEqual(reading, {
      kind: 'complete',
      transfer: { status: 201, headers: { etag: '"x"' }, body: 'OK - 123' },
    });
  });

  it('completes an empty file or fails', () => {
    const empty = { ...file, sizeBytes: 0 };
    const none = { index: 0, start: 0, endExclusive: 0, last: true };
    const read = (received: Received) =>
      words(readTransferAnswer(packageOf(google), 'call', received, { file: empty, piece: none }));
    assert.deepEqual([read(answered(201)), read(answered(308))], ['complete', 'transient again']);
  });
});

describe('status response', () => {
  const rows: [string, Partial<ConnectorUpload>, Received, string][] = [
    ['gives the position by a range', google, answered(308, { range: 'bytes=0-11' }), '12 bytes'],
    ['must have a range from the first byte', google, answered(308, { range: 'bytes=8-15' }), 'fatal final'],
    ['means nothing is stored without a range', google, answered(308), '0 bytes'],
    ['may complete the file', google, answered(201, {}, { id: 'v' }), 'complete'],
    ['does not complete the file with "continue"', google, answered(308, { range: 'bytes=0-19' }), 'transient again'],
    ['gives the position by an offset', tus, answered(200, { 'upload-offset': '12' }), '12 bytes'],
    ['completes the file by its offset', tus, answered(200, { 'upload-offset': '20' }), 'complete'],
    [
      'gives the position by the missing ranges',
      graph,
      answered(200, {}, { nextExpectedRanges: ['12-19'] }),
      '12 bytes',
    ],
    ['is retried after a temporary failure', google, answered(503), 'transient again'],
    ['is retried after a broken connection', google, broken, 'transient again'],
    ['is final if the session has expired', google, answered(404), 'not_found final'],
    ['may refuse the credential', google, answered(401), 'auth final credential'],
    ['does not use the "already there" status of pieces', tus, answered(409), 'conflict final'],
  ];
  for (const [title, upload, received, expected] of rows) {
    it(title, () => assert.equal(afterQuestion(upload, received), expected));
  }

  it('does not complete the file without a position or a declared proof: any page can have the status 200', () => {
    const transfer: Request = { method: 'PUT', success: { status: [201] } };
    const page = answered(200, {}, { maintenance: true });
    const undeclared = { ...google, status: { method: 'PUT' } as Request };
    assert.equal(afterQuestion({ ...undeclared, transfer }, page), 'transient again');
    assert.equal(afterQuestion({ ...undeclared, transfer }, answered(204)), 'transient again');
    assert.equal(afterQuestion({ ...undeclared, transfer }, answered(201, {}, { id: 'v' })), 'complete');
    const both: Request = { method: 'PUT', success: { status: [200, 201] } };
    assert.equal(afterQuestion({ ...undeclared, transfer: both }, page), 'transient again');
    const unless = [{ path: 'response.body.id', is: null }];
    assert.equal(afterQuestion(google, answered(200, {}, { error: 'no' })), 'transient again');
    const proven: Request = { ...both, success: { status: [200, 201], unless } };
    assert.equal(afterQuestion({ ...undeclared, transfer: proven }, page), 'transient again');
    assert.equal(afterQuestion({ ...undeclared, transfer: proven }, answered(200, {}, { id: 'v' })), 'complete');
  });

  it('says that the answer with the output was lost if the service has the whole file but does not repeat it', () => {
    const output = { id: '{{response.body.id}}' };
    const transfer: Request = { method: 'PATCH', success: { status: [201] }, output };
    const whole = answered(200, { 'upload-offset': '20' });
    const reading = readStatusAnswer(packageOf({ ...tus, transfer }), 'call', whole, { file, sentBytes: 20 });
    assert.match(
      (reading as UploadFailure).error.message,
      /has the whole file, but the response that completed it was lost/,
    );
    assert.equal((reading as UploadFailure).retry, false);
    assert.equal(afterQuestion({ ...tus, transfer: { ...transfer, output: undefined } }, whole), 'complete');
  });

  it('never completes the file before the last piece was begun', () => {
    const early: [Partial<ConnectorUpload>, HttpResponse][] = [
      [google, answered(200, {}, '<html>')],
      [google, answered(201, { range: 'bytes=0-19' }, { id: 'v' })],
      [google, answered(308, { range: 'bytes=0-19' })],
      [tus, answered(200, { 'upload-offset': '20' })],
    ];
    for (const [upload, received] of early) assert.equal(afterQuestion(upload, received, 16), 'fatal final');
    const reading = readStatusAnswer(packageOf(tus), 'call', early.at(-1)![1], { file, sentBytes: 16 });
    assert.equal(
      (reading as UploadFailure).error.message,
      'Tracker answered 200 and reported the file complete after at most 16 of 20 bytes',
    );
  });

  it('cannot be read without a declared status request', () => {
    assert.throws(() => afterQuestion(dropbox, answered(200)), /no request "status"/);
  });
});

describe('response to a whole file', () => {
  const whole = (send: 'body' | 'form', received: Received): UploadFailure | { kind: string } =>
    readTransferAnswer(packageOf({ send, transfer: { method: 'POST' } }), 'call', received, { file });
  const rows: [string, Received, string][] = [
    ['completes the file', answered(201, {}, { id: 1 }), 'complete'],
    ['500: needs a person', answered(500), 'unknown_outcome final'],
    [
      '429: needs a person, since part of the file may be there',
      answered(429, { 'retry-after': '1' }),
      'rate_limit final',
    ],
    ['408: needs a person', answered(408), 'unknown_outcome final'],
    ['413: final', answered(413, {}, 'too large'), 'invalid_input final'],
    ['401: refused credential', answered(401), 'auth final credential'],
    ['broken connection: needs a person', broken, 'unknown_outcome final'],
    ['no connection: retry', unsent, 'transient again'],
    ['redirect: final', answered(308, { location: 'https://evil.example/' }), 'fatal final'],
  ];
  for (const [title, received, expected] of rows) {
    for (const send of ['body', 'form'] as const) {
      it(`${title} (${send})`, () => assert.equal(words(whole(send, received)), expected));
    }
  }

  it("gives the service's words and whether part of the file may be there", () => {
    const { error } = whole('body', answered(413, {}, 'too large')) as UploadFailure;
    assert.equal(error.message, 'Tracker answered 413: too large');
    assert.deepEqual([error.status, error.excerpt, error.mayHaveArrived], [413, 'too large', true]);
    assert.equal((whole('body', broken) as UploadFailure).error.mayHaveArrived, true);
    assert.equal((whole('body', unsent) as UploadFailure).error.mayHaveArrived, false);
  });
});

describe('response to the first request', () => {
  const request: Request = { method: 'POST', path: '/files', success: { status: [200] } };
  const start = (received: Received) => readStartAnswer(packageOf(google, request), 'call', received, { file });
  const rows: [string, Received, string][] = [
    ['begins the transfer', answered(200, { location: 'https://x.example/' }), 'started'],
    ['500: needs a person, to avoid a second session', answered(500), 'unknown_outcome final'],
    ['broken connection: needs a person', broken, 'unknown_outcome final'],
    ['no connection: retry', unsent, 'transient again'],
    ['429: retry, since nothing was begun', answered(429), 'rate_limit again'],
    ['401: refused credential', answered(401), 'auth final credential'],
    ['201 instead of the declared 200: final', answered(201), 'fatal final'],
  ];
  for (const [title, received, expected] of rows) it(title, () => assert.equal(words(start(received)), expected));

  it('is kept for templates', () => {
    const reading = start(answered(200, { location: 'https://x.example/?a=%2F' }, { id: 1 }));
    assert.deepEqual(reading, {
      kind: 'started',
      start: {
        status: 200,
        headers: { location: 'https://x.example/?a=%2F', 'content-type': 'application/json' },
        body: { id: 1 },
      },
    });
  });
});

describe('finish response', () => {
  const finish: Request = {
    method: 'POST',
    path: '/publish',
    success: { unless: [{ path: 'response.body.ok', is: false }] },
  };
  const read = (received: Received) => readFinishAnswer(packageOf({ ...google, finish }), 'call', received, { file });

  it('ends the upload', () => assert.equal(words(read(answered(200, {}, { ok: true }))), 'finished'));

  it('is not retried after a failure and says that the file has arrived', () => {
    for (const received of [answered(500), broken, answered(200, {}, { ok: false })]) {
      const reading = read(received) as UploadFailure;
      assert.deepEqual([reading.kind, reading.retry], ['failed', false]);
      assert.match(reading.error.message, /; the file itself has arrived$/);
    }
    assert.equal(words(read(unsent)), 'transient again');
  });
});

describe('upload output', () => {
  const start = { status: 200, headers: { location: 'https://x.example/' }, body: { of: 'start', key: account.token } };
  const transfer = { status: 201, headers: { etag: '"x"' }, body: { of: 'transfer' } };
  const finish = { status: 200, headers: {}, body: { of: 'finish' } };
  const output = (upload: Partial<ConnectorUpload>): unknown =>
    readUploadOutput(packageOf(upload), 'call', { input: { a: 'f' }, account, file, start, transfer, finish });
  const publish: Request = { method: 'POST', path: '/publish' };

  it('comes from the response that the action names', () => {
    assert.deepEqual(output({}), { of: 'transfer' });
    assert.deepEqual(output({ finish: publish }), { of: 'finish' });
    assert.deepEqual(output({ finish: publish, output: 'transfer' }), { of: 'transfer' });
    assert.deepEqual(output({ output: 'start' }), { of: 'start', key: '[redacted]' });
  });

  it('is rendered as that request declares', () => {
    const declared = {
      etag: '{{response.headers.etag}}',
      at: '{{start.body.of}}',
      size: '{{file.size}}',
      none: '{{response.body.x}}',
    };
    assert.deepEqual(output({ transfer: { method: 'PUT', output: declared } }), { etag: '"x"', at: 'start', size: 20 });
  });

  it('fails if it reads inside broken JSON', () => {
    const upload = { transfer: { method: 'PUT', output: { id: '{{response.body.id}}' } } } as const;
    const transfer = readAnswer({
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(`{"key":"${account.token}","id":`),
    });
    assert.throws(() => readUploadOutput(packageOf(upload), 'call', { input: { a: 'f' }, account, file, transfer }), {
      class: 'fatal',
      mayHaveArrived: true,
      message: /answered 201 with a body that is not JSON.*: \{"key":"\[redacted\]","id":$/,
    });
  });

  it('fails before its request has a response', () => {
    assert.throws(
      () => readUploadOutput(packageOf({}), 'call', { input: { a: 'f' }, file, start }),
      /"transfer" has no response yet/,
    );
  });
});

describe('an answer of an upload that its request declares as XML or JSON', () => {
  const xml = (text: string, status = 200) => answered(status, { 'content-type': 'application/xml' }, text);
  const s3 = packageOf({
    finish: {
      method: 'POST',
      url: '{{start.body.url}}',
      answer: 'xml',
      success: { unless: [{ path: 'response.body.Error', isNot: null }] },
      output: { etag: '{{response.body.CompleteMultipartUploadResult.ETag}}' },
    },
  });
  const call = { input: { a: 'f' }, account, file };

  it('gives its values to the output', () => {
    const body = '<CompleteMultipartUploadResult><ETag>"a-2"</ETag></CompleteMultipartUploadResult>';
    const reading = readFinishAnswer(s3, 'call', xml(body), call);
    assert.ok(reading.kind === 'finished');
    assert.deepEqual(readUploadOutput(s3, 'call', { ...call, finish: reading.finish }), { etag: '"a-2"' });
  });

  it('is a failure if S3 answers 200 with an error', () => {
    const reading = readFinishAnswer(s3, 'call', xml('<Error><Code>InternalError</Code></Error>'), call);
    assert.equal(words(reading).split(' ')[0], 'fatal');
  });

  it('is read for the start, the piece, the list of pieces and the processing too', () => {
    const declared = packageOf(
      {
        transfer: { method: 'PUT', answer: 'json' },
        confirmed: { path: 'response.body.next', as: 'offset' },
        processed: {
          request: { method: 'GET', path: '/job', answer: 'xml' },
          done: [{ path: 'response.body.job.state', is: 'ready' }],
          intervalMs: 1000,
          maxWaitMs: 4000,
        },
      },
      { method: 'POST', path: '/files', answer: 'xml' },
    );
    const started = readStartAnswer(declared, 'call', xml('<r><UploadId>u1</UploadId></r>'), call);
    assert.ok(started.kind === 'started');
    assert.deepEqual(JSON.parse(JSON.stringify(started.start.body)), { r: { UploadId: 'u1' } });
    const typedText = answered(200, { 'content-type': 'text/plain' }, '{"next":16}');
    assert.equal(words(readTransferAnswer(declared, 'call', typedText, { ...call, piece: second })), '16 bytes');
    assert.deepEqual(pieceAnswer(declared, 'call', second, typedText).body, { next: 16 });
    assert.equal(readProcessedAnswer(declared, 'call', xml('<job><state>busy</state></job>'), call).kind, 'waiting');
    assert.equal(readProcessedAnswer(declared, 'call', xml('<job><state>ready</state></job>'), call).kind, 'processed');
  });
});
