import assert from 'node:assert/strict';
import type { StepUpload } from '@tallyhook/schemas/api';
import { uploadLines } from './upload-lines.ts';

const at = '2026-03-09T12:00:00.000Z';
const piece = { at, request: 'transfer', piece: 2, start: 100, endExclusive: 200, sends: 2 };
const upload: StepUpload = {
  ...{ fileId: 'f'.repeat(24), fileName: 'film.mp4', sizeBytes: 300, confirmedBytes: 200, pieceCount: 3 },
  ...{ confirmedPieces: 2, state: 'sending', sends: 2, startedAt: at, updatedAt: at, nextTryAt: null, lastError: null },
  piece: { number: 2, start: 100, endExclusive: 200, state: 'confirmed', sends: 2 },
  requests: [{ request: 'start', state: 'answered', sends: 1, sentAt: at }],
  lines: [
    { at, request: 'start', sends: 1, status: 201, result: 'answered' },
    { ...piece, sends: 1, error: 'www.example.com closed the connection', result: 'failed' },
    { at, ms: 8_000, result: 'waited' },
    { ...piece, status: 308, result: 'answered' },
    { ...piece, result: 'left' },
  ],
  earlierLines: 12,
};

describe('The upload of a step, as text', () => {
  it('has its progress, and a line of the journal for each request and each wait', () => {
    assert.deepEqual(uploadLines(upload, ''), [
      '  file    film.mp4: sending, 200 of 300 bytes confirmed',
      `  sent    start: sent once at ${at}, answered`,
      '  sent    piece 2 of 3, bytes 100 to 199: sent 2 times, confirmed',
      '  journal 12 earlier lines left out',
      `  journal ${at} start: answered 201`,
      `  journal ${at} transfer, piece 2, bytes 100-199: www.example.com closed the connection`,
      `  journal ${at} waited 8000 ms for the service's rate limit`,
      `  journal ${at} transfer, piece 2, bytes 100-199, try 2: answered 308`,
      `  journal ${at} transfer, piece 2, bytes 100-199, try 2: the worker ended, the answer is not known`,
    ]);
    assert.deepEqual(uploadLines(null, ''), []);
  });
});
