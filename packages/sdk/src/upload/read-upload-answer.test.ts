import assert from 'node:assert/strict';
import type { ConnectorUpload, Request } from '@tallyhook/schemas';
import { account, makePackage } from '../../test/make-package.ts';
import { ActionError } from '../action-error.ts';
import type { HttpResponse } from '../http/http.ts';
import { readAnswer } from '../runtime/answer.ts';
import type { TransferReading } from './read-progress.ts';
import { readFinishAnswer, readStartAnswer, readStatusAnswer, readTransferAnswer } from './read-upload-answer.ts';
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

describe('the answer to a piece', () => {
  const rows: Row[] = [
    ['goes on to the confirmed end', google, second, answered(308, { range: 'bytes=0-15' }), '16 bytes'],
    ['may leave the unit of the range out', google, second, answered(308, { range: '0-15' }), '16 bytes'],
    ['may confirm less than was sent', google, second, answered(308, { range: 'bytes=0-11' }), '12 bytes'],
    ['has nothing stored where it says no range', google, piece(0, 8), answered(308), '0 bytes'],
    [
      'may confirm more than was sent: whoever sends must see that',
      google,
      piece(0, 8),
      answered(308, { range: 'bytes=0-15' }),
      '16 bytes',
    ],
    ['completes the file by its own status', google, last, answered(201, {}, { id: 'v' }), 'complete'],
    ['completes the file by another such status', google, last, answered(200, {}, { id: 'v' }), 'complete'],
    [
      'is not done when the last piece is told to go on',
      google,
      last,
      answered(308, { range: 'bytes=0-19' }),
      'transient again',
    ],
    ['goes on when the last piece was kept in part', google, last, answered(308, { range: 'bytes=0-17' }), '18 bytes'],
    ['is not done by a status that nobody declared', google, last, answered(202), 'fatal final'],
    ['is not done by another one either', google, last, answered(206), 'fatal final'],
    ['is not done in the middle of the file', google, second, answered(201, {}, { id: 'v' }), 'fatal final'],
    [
      'cannot have all of the file before the last piece was begun, also where it says to go on',
      google,
      second,
      answered(308, { range: 'bytes=0-19' }),
      'fatal final',
    ],
    ['cannot have more than the file', google, second, answered(308, { range: 'bytes=0-99' }), 'fatal final'],
    ['must be readable', google, second, answered(308, { range: 'bytes=all' }), 'fatal final'],
    ['must be a range that is one', google, second, answered(308, { range: 'bytes=15-0' }), 'fatal final'],
    ['must be a range from the first byte on', google, second, answered(308, { range: 'bytes=8-15' }), 'fatal final'],
    [
      'is no redirect to be followed',
      google,
      second,
      answered(308, { location: 'https://evil.example/' }),
      'fatal final',
    ],
    ['fails where the body says so', google, last, answered(200, {}, { error: 'quota' }), 'fatal final'],
    [
      'fails where the body of a "go on" says so',
      google,
      second,
      answered(308, { range: 'bytes=0-15' }, { error: 'x' }),
      'fatal final',
    ],

    [
      'may lack on the way what the one that completes the file must have',
      named,
      second,
      answered(308, { range: 'bytes=0-15' }),
      '16 bytes',
    ],
    ['does not complete the file without it', named, last, answered(201), 'fatal final'],
    ['completes the file with it', named, last, answered(201, {}, { id: 'v' }), 'complete'],

    ['500: again', google, second, answered(500), 'transient again'],
    ['502: again', google, second, answered(502), 'transient again'],
    [
      '503, as of a gap: again',
      google,
      second,
      answered(503, {}, 'Invalid request. According to the Content-Range'),
      'transient again',
    ],
    ['504: again', google, second, answered(504), 'transient again'],
    ['408: again', google, second, answered(408), 'transient again'],
    ['425: again', google, second, answered(425), 'transient again'],
    ['429: again', google, second, answered(429), 'rate_limit again'],
    ['a broken connection: again', google, second, broken, 'transient again'],
    ['no connection: again', google, second, unsent, 'transient again'],
    ['401: the credential', google, second, answered(401), 'auth final credential'],
    ['400: final', google, second, answered(400), 'invalid_input final'],
    ['403: final', google, second, answered(403, {}, { error: 'quotaExceeded' }), 'auth final'],
    ['404, a session that is gone: final', google, second, answered(404), 'not_found final'],
    ['409 that nobody declared: final', google, second, answered(409), 'conflict final'],
    ['410: final', google, second, answered(410), 'not_found final'],
    ['412: final', google, second, answered(412), 'conflict final'],
    ['413: final', google, second, answered(413, {}, 'too large'), 'invalid_input final'],
    ['416 that nobody declared: final', google, second, answered(416), 'invalid_input final'],
    ['a redirect: final', google, second, answered(307, { location: 'https://evil.example/' }), 'fatal final'],
    ['an address that may not be called: final', google, second, new ActionError('fatal', 'private'), 'fatal final'],

    [
      'tells by the offset whether the file is complete',
      tus,
      second,
      answered(204, { 'upload-offset': '16' }),
      '16 bytes',
    ],
    ['completes at the offset of the end', tus, last, answered(204, { 'upload-offset': '20' }), 'complete'],
    [
      'does not complete it in the middle by the offset of the end',
      tus,
      second,
      answered(204, { 'upload-offset': '20' }),
      'fatal final',
    ],
    ['with a smaller offset goes on from there', tus, last, answered(204, { 'upload-offset': '18' }), '18 bytes'],
    ['already there, without saying how far: to be asked', tus, second, answered(409), 'transient again'],
    [
      'says with the rest that is missing how far it is',
      graph,
      second,
      answered(202, {}, { nextExpectedRanges: ['12-', '30-'] }),
      '12 bytes',
    ],
    ['completes without saying what is missing', graph, last, answered(201, {}, { id: 'i' }), 'complete'],
    ['counts as confirmed where it says nothing', dropbox, second, answered(200, {}, null), '16 bytes'],
    ['completes with the last piece where it says nothing', dropbox, last, answered(200, {}, null), 'complete'],
    [
      'already there, and says how far',
      dropbox,
      second,
      answered(409, {}, { error: { correct_offset: 16 } }),
      '16 bytes',
    ],
    [
      'already there, and nobody can be asked',
      { ...dropbox, alreadyThere: { status: [409] } },
      second,
      answered(409),
      'fatal final',
    ],
    [
      'all there, but the completing answer was lost',
      dropbox,
      last,
      answered(409, {}, { error: { correct_offset: 20 } }),
      'fatal final',
    ],
    [
      'all there, where a request follows that needs nothing of the lost answer',
      { ...dropbox, finish: { method: 'POST', path: '/finish/{{start.body.id}}' } },
      last,
      answered(409, {}, { error: { correct_offset: 20 } }),
      'complete',
    ],
    [
      'all there, where a request follows that needs the lost answer',
      { ...dropbox, finish: { method: 'POST', path: '/finish/{{transfer.body.id}}' } },
      last,
      answered(409, {}, { error: { correct_offset: 20 } }),
      'fatal final',
    ],
    [
      'called all there before the last piece was begun, where a request follows',
      { ...dropbox, finish: { method: 'POST', path: '/finish/{{start.body.id}}' } },
      second,
      answered(409, {}, { error: { correct_offset: 20 } }),
      'fatal final',
    ],
    [
      'all there, which a question may tell',
      { ...dropbox, confirmed: { path: 'response.body.at', as: 'offset' }, status: { method: 'GET' } },
      last,
      answered(409, {}, { error: { correct_offset: 20 } }),
      'transient again',
    ],
    [
      'called all there before the last piece was begun, where a question may tell',
      { ...dropbox, confirmed: { path: 'response.body.at', as: 'offset' }, status: { method: 'GET' } },
      second,
      answered(409, {}, { error: { correct_offset: 20 } }),
      'fatal final',
    ],
    ['as a number or as text', dropbox, second, answered(409, {}, { error: { correct_offset: '12' } }), '12 bytes'],
    ['not as anything else', dropbox, second, answered(409, {}, { error: { correct_offset: '1e1' } }), 'fatal final'],
  ];
  for (const [title, upload, carried, received, expected] of rows) {
    it(title, () => assert.equal(afterPiece(upload, carried, received), expected));
  }

  it('says how long to wait, and what the service said, without the credential', () => {
    const received = answered(429, { 'retry-after': '7' }, `slow down, ${account.token}`);
    const reading = readTransferAnswer(packageOf(google), 'call', received, { file, piece: second, account });
    assert.equal(reading.kind, 'failed');
    const { retryAfterMs, error } = reading;
    assert.equal(retryAfterMs, 7000);
    assert.match(error.message, /^Tracker answered 429: slow down, \[redacted\]$/);
  });

  it('that does not complete the file says what it lacks, and how much of the file there can be', () => {
    const said = (carried: Piece) =>
      (readTransferAnswer(packageOf(named), 'call', answered(200, {}, 'Hi'), { file, piece: carried }) as UploadFailure)
        .error.message;
    assert.equal(
      said(last),
      'Tracker answered 200 without response.body.id: Hi; the whole file may have arrived by then',
    );
    assert.equal(
      said(second),
      'Tracker answered 200 without response.body.id: Hi; it reported the file complete after 16 of 20 bytes',
    );
  });

  it('gives a whole answer to what comes after it, also where it is text', () => {
    const received = answered(201, { etag: '"x"' }, 'OK - 123');
    const reading = readTransferAnswer(packageOf(google), 'call', received, { file, piece: last });
    assert.deepEqual(reading, {
      kind: 'complete',
      transfer: { status: 201, headers: { etag: '"x"' }, body: 'OK - 123' },
    });
  });

  it('for an empty file completes it or is not done', () => {
    const empty = { ...file, sizeBytes: 0 };
    const none = { index: 0, start: 0, endExclusive: 0, last: true };
    const read = (received: Received) =>
      words(readTransferAnswer(packageOf(google), 'call', received, { file: empty, piece: none }));
    assert.deepEqual([read(answered(201)), read(answered(308))], ['complete', 'transient again']);
  });
});

describe('the answer to the question how far a file has got', () => {
  const rows: [string, Partial<ConnectorUpload>, Received, string][] = [
    ['is the range', google, answered(308, { range: 'bytes=0-11' }), '12 bytes'],
    ['is no range from elsewhere', google, answered(308, { range: 'bytes=8-15' }), 'fatal final'],
    ['is nothing without a range', google, answered(308), '0 bytes'],
    ['is the complete file', google, answered(201, {}, { id: 'v' }), 'complete'],
    ['is not complete while it is told to go on', google, answered(308, { range: 'bytes=0-19' }), 'transient again'],
    ['is the offset', tus, answered(200, { 'upload-offset': '12' }), '12 bytes'],
    ['is the whole file by its offset', tus, answered(200, { 'upload-offset': '20' }), 'complete'],
    ['is what is missing', graph, answered(200, {}, { nextExpectedRanges: ['12-19'] }), '12 bytes'],
    ['may fail for a while', google, answered(503), 'transient again'],
    ['may break off', google, broken, 'transient again'],
    ['may say that the session is gone', google, answered(404), 'not_found final'],
    ['may refuse the credential', google, answered(401), 'auth final credential'],
    ['is not one about a piece', tus, answered(409), 'conflict final'],
  ];
  for (const [title, upload, received, expected] of rows) {
    it(title, () => assert.equal(afterQuestion(upload, received), expected));
  }

  it('is not the complete file, however it says so, before the last piece was begun', () => {
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

  it('cannot be read where nothing is asked', () => {
    assert.throws(() => afterQuestion(dropbox, answered(200)), /no request "status"/);
  });
});

describe('the answer to a whole file', () => {
  const whole = (send: 'body' | 'form', received: Received): UploadFailure | { kind: string } =>
    readTransferAnswer(packageOf({ send, transfer: { method: 'POST' } }), 'call', received, { file });
  const rows: [string, Received, string][] = [
    ['completes it', answered(201, {}, { id: 1 }), 'complete'],
    ['500: for a person', answered(500), 'unknown_outcome final'],
    [
      '429: for a person too, since part of the file may be there',
      answered(429, { 'retry-after': '1' }),
      'rate_limit final',
    ],
    ['408: for a person', answered(408), 'unknown_outcome final'],
    ['413: final', answered(413, {}, 'too large'), 'invalid_input final'],
    ['401: the credential', answered(401), 'auth final credential'],
    ['a broken connection: for a person', broken, 'unknown_outcome final'],
    ['no connection: again', unsent, 'transient again'],
    ['a redirect: final', answered(308, { location: 'https://evil.example/' }), 'fatal final'],
  ];
  for (const [title, received, expected] of rows) {
    for (const send of ['body', 'form'] as const) {
      it(`${title} (${send})`, () => assert.equal(words(whole(send, received)), expected));
    }
  }

  it('says what the service said, and whether part of the file may be there', () => {
    const { error } = whole('body', answered(413, {}, 'too large')) as UploadFailure;
    assert.equal(error.message, 'Tracker answered 413: too large');
    assert.deepEqual([error.status, error.excerpt, error.mayHaveArrived], [413, 'too large', true]);
    assert.equal((whole('body', broken) as UploadFailure).error.mayHaveArrived, true);
    assert.equal((whole('body', unsent) as UploadFailure).error.mayHaveArrived, false);
  });
});

describe('the answer to the first request', () => {
  const request: Request = { method: 'POST', path: '/files', success: { status: [200] } };
  const start = (received: Received) => readStartAnswer(packageOf(google, request), 'call', received, { file });
  const rows: [string, Received, string][] = [
    ['begins the transfer', answered(200, { location: 'https://x.example/' }), 'started'],
    ['500: for a person, since a second session is not wanted', answered(500), 'unknown_outcome final'],
    ['a broken connection: for a person', broken, 'unknown_outcome final'],
    ['no connection: again', unsent, 'transient again'],
    ['429: again, since nothing was begun', answered(429), 'rate_limit again'],
    ['401: the credential', answered(401), 'auth final credential'],
    ['201 where 200 was declared: final', answered(201), 'fatal final'],
  ];
  for (const [title, received, expected] of rows) it(title, () => assert.equal(words(start(received)), expected));

  it('is kept as templates need it', () => {
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

describe('the answer to the request after the file', () => {
  const finish: Request = {
    method: 'POST',
    path: '/publish',
    success: { unless: [{ path: 'response.body.ok', is: false }] },
  };
  const read = (received: Received) => readFinishAnswer(packageOf({ ...google, finish }), 'call', received, { file });

  it('ends it', () => assert.equal(words(read(answered(200, {}, { ok: true }))), 'finished'));

  it('that fails is not asked for again, and says that the file is there', () => {
    for (const received of [answered(500), broken, answered(200, {}, { ok: false })]) {
      const reading = read(received) as UploadFailure;
      assert.deepEqual([reading.kind, reading.retry], ['failed', false]);
      assert.match(reading.error.message, /; the file itself has arrived$/);
    }
    assert.equal(words(read(unsent)), 'transient again');
  });
});

describe('the output of an action that sends a file', () => {
  const start = { status: 200, headers: { location: 'https://x.example/' }, body: { of: 'start', key: account.token } };
  const transfer = { status: 201, headers: { etag: '"x"' }, body: { of: 'transfer' } };
  const finish = { status: 200, headers: {}, body: { of: 'finish' } };
  const output = (upload: Partial<ConnectorUpload>): unknown =>
    readUploadOutput(packageOf(upload), 'call', { input: { a: 'f' }, account, file, start, transfer, finish });
  const publish: Request = { method: 'POST', path: '/publish' };

  it('is the answer that the action names', () => {
    assert.deepEqual(output({}), { of: 'transfer' });
    assert.deepEqual(output({ finish: publish }), { of: 'finish' });
    assert.deepEqual(output({ finish: publish, output: 'transfer' }), { of: 'transfer' });
    assert.deepEqual(output({ output: 'start' }), { of: 'start', key: '[redacted]' });
  });

  it('is made as that request declares', () => {
    const said = {
      etag: '{{response.headers.etag}}',
      at: '{{start.body.of}}',
      size: '{{file.size}}',
      none: '{{response.body.x}}',
    };
    assert.deepEqual(output({ transfer: { method: 'PUT', output: said } }), { etag: '"x"', at: 'start', size: 20 });
  });

  it('is an error where it reads inside of JSON that is none', () => {
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

  it('is not there before its request was answered', () => {
    assert.throws(
      () => readUploadOutput(packageOf({}), 'call', { input: { a: 'f' }, file, start }),
      /"transfer" has no response yet/,
    );
  });
});
