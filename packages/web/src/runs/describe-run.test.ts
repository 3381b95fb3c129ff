import assert from 'node:assert/strict';
import type { StepUpload } from '@tallyhook/schemas/api';
import { createFormats } from '../chart/formats.ts';
import { describeDuration, describeMs } from './duration.ts';
import {
  describeBytes,
  describeCancelling,
  describeLine,
  describeProgress,
  describeState,
  percentOf,
} from './describe-upload.ts';

const upload: StepUpload = {
  fileId: 'f'.repeat(24),
  fileName: 'film.mp4',
  sizeBytes: 2_000_000_000,
  confirmedBytes: 1_220_000_000,
  pieceCount: 61,
  confirmedPieces: 37,
  state: 'sending',
  sends: 38,
  startedAt: '2026-03-09T12:00:00.000Z',
  updatedAt: '2026-03-09T12:06:00.000Z',
  nextTryAt: null,
  lastError: null,
  piece: { number: 38, start: 1_220_000_000, endExclusive: 1_253_554_432, state: 'sending', sends: 2 },
  requests: [{ request: 'start', state: 'answered', sends: 1, sentAt: '2026-03-09T12:00:00.000Z' }],
  lines: [],
  earlierLines: 0,
};

const soon = new Date('2026-03-09T12:06:05.000Z');

describe('upload progress', () => {
  it('gives the confirmed bytes, the share and the remaining time', () => {
    assert.equal(
      describeProgress(upload, { bytesPerSecond: 3_250_000 }),
      '61 % · 1.2 of 2.0 GB · 37 of 61 pieces confirmed · about 4 min',
    );
  });

  it('omits unknown parts', () => {
    const whole = { ...upload, pieceCount: null };
    assert.equal(describeProgress(whole, { bytesPerSecond: undefined }), '61 % · 1.2 of 2.0 GB');
    assert.equal(describeProgress({ ...whole, state: 'pausing' }, { bytesPerSecond: 1 }), '61 % · 1.2 of 2.0 GB');
  });

  it('is 100 percent only when everything is confirmed', () => {
    assert.equal(percentOf({ sizeBytes: 1_000_000, confirmedBytes: 999_999 }), 99);
    assert.equal(percentOf({ sizeBytes: 1_000_000, confirmedBytes: 1_000_000 }), 100);
    assert.equal(percentOf({ sizeBytes: 0, confirmedBytes: 0 }), 100);
  });

  it('uses the unit of the total', () => {
    assert.equal(describeBytes({ sizeBytes: 67_108_864, confirmedBytes: 8_388_608 }), '8.4 of 67.1 MB');
    assert.equal(describeBytes({ sizeBytes: 999, confirmedBytes: 0 }), '0 of 999 B');
  });

  it('describes a pause with the next try, its time and the reason', () => {
    const formats = createFormats('en-GB', 'UTC');
    const paused = { ...upload, state: 'pausing', sends: 2, lastError: 'the service answered 503' } as const;
    const nextTryAt = new Date(new Date().setUTCHours(14, 40)).toISOString();
    assert.equal(
      describeState({ ...paused, nextTryAt }, formats, soon),
      'Waiting to send again, try 3 at 14:40: the service answered 503',
    );
    assert.equal(describeState(paused, formats, soon), 'Waiting to send again: the service answered 503');
    assert.match(describeState({ ...paused, state: 'sending' }, formats, soon), /^Sending again, try 2: /);
  });

  it('has a line for each request and each wait', () => {
    const formats = createFormats('en-GB', 'UTC');
    const at = new Date(new Date().setUTCHours(14, 40, 7)).toISOString();
    const piece = { at, request: 'transfer', piece: 2, start: 100, endExclusive: 200, sends: 2 };
    assert.deepEqual(
      [
        { at, request: 'start', sends: 1, status: 201, result: 'answered' as const },
        { ...piece, status: 308, result: 'answered' as const },
        { ...piece, sends: 1, error: 'www.example.com closed the connection', result: 'failed' as const },
        { ...piece, result: 'left' as const },
        { at, ms: 8_000, result: 'waited' as const },
      ].map((line) => describeLine(line, formats)),
      [
        '14:40:07 The request before the file: answered 201',
        '14:40:07 Piece 2, bytes 100 to 199, try 2: answered 308',
        '14:40:07 Piece 2, bytes 100 to 199: www.example.com closed the connection',
        '14:40:07 Piece 2, bytes 100 to 199, try 2: the worker ended, and the answer is not known',
        "14:40:07 Waited 8.0 s for the service's rate limit",
      ],
    );
    const limited = { ...upload, state: 'limited', nextTryAt: at } as const;
    assert.equal(describeState(limited, formats, soon), "Waiting for the service's rate limit; goes on at 14:40");
  });

  it('does not call a cancelled upload failed', () => {
    const formats = createFormats('en-GB', 'UTC');
    const cancelled = { ...upload, state: 'cancelled', lastError: 'The run was cancelled.' } as const;
    assert.equal(describeState(cancelled, formats, soon), 'The run was cancelled; nothing more is sent');
    assert.equal(
      describeProgress(cancelled, { bytesPerSecond: 1 }),
      '61 % · 1.2 of 2.0 GB · 37 of 61 pieces confirmed',
    );
  });

  it('says after a while how long nothing was confirmed', () => {
    const formats = createFormats('en-GB', 'UTC');
    assert.equal(describeState({ ...upload, sends: 1 }, formats, soon), 'Sending');
    const later = new Date('2026-03-09T12:07:05.000Z');
    assert.equal(
      describeState({ ...upload, sends: 1 }, formats, later),
      'Sending; nothing new confirmed for 1 min 5 s',
    );
  });
});

describe('the question before a run is cancelled', () => {
  it('mentions a file only if one is being sent', () => {
    const plain = 'The current step stops, and no more steps start. What is already done stays done.';
    assert.match(describeCancelling([{ upload: null }, { upload }]), /The upload of film\.mp4 stops at 61 %/);
    assert.match(describeCancelling([{ upload: null, blocks: [{ steps: [{ upload }] }] }]), /film\.mp4 stops at 61 %/);
    assert.equal(describeCancelling([{ upload: null }, { upload: { ...upload, state: 'done' } }]), plain);
    assert.equal(describeCancelling([]), plain);
  });
});

describe('a duration', () => {
  it('is written in its two largest units', () => {
    const written = [40, 1_400, 12_300, 185_000, 7_440_000].map(describeMs);
    assert.deepEqual(written, ['40 ms', '1.4 s', '12 s', '3 min 5 s', '2 h 4 min']);
  });

  it('lasts until now if it has not ended, and is never negative', () => {
    const from = '2026-03-09T12:00:00.000Z';
    assert.equal(describeDuration(from, null, Date.parse(from) + 20_000), '20 s');
    assert.equal(describeDuration(from, null, Date.parse(from) - 20_000), '0 ms');
    assert.equal(describeDuration(null, null, 0), '–');
  });
});
