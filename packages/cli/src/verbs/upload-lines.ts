import type { StepUpload, UploadLine } from '@tallyhook/schemas/api';
import { printable } from '../output.ts';

/** The journal of a file: what was sent, when, and whether it was answered. */
export function uploadLines(upload: StepUpload | null, indent: string): string[] {
  if (upload === null) return [];
  const { fileName, state, confirmedBytes, sizeBytes, pieceCount, piece, requests, lastError, lines, earlierLines } =
    upload;
  const times = (sends: number) => (sends === 1 ? 'once' : `${sends} times`);
  const sent = requests.map(
    ({ request, state, sends, sentAt }) => `${request}: sent ${times(sends)}${sentAt ? ` at ${sentAt}` : ''}, ${state}`,
  );
  const pieces = piece
    ? [
        `piece ${piece.number} of ${pieceCount}, bytes ${piece.start} to ${piece.endExclusive - 1}: sent ${times(piece.sends)}, ${piece.state}`,
      ]
    : [];
  return [
    `${indent}  file    ${printable(fileName)}: ${state}, ${confirmedBytes} of ${sizeBytes} bytes confirmed`,
    ...sent.toSpliced(1, 0, ...pieces).map((line) => `${indent}  sent    ${line}`),
    ...(lastError === null ? [] : [`${indent}  again   ${printable(lastError)}`]),
    ...(earlierLines === 0 ? [] : [`${indent}  journal ${earlierLines} earlier lines left out`]),
    ...lines.map((line) => `${indent}  journal ${printable(lineText(line))}`),
  ];
}

/** `2026-03-09T12:00:00.000Z transfer, piece 2, bytes 100-199, try 2: answered 308`. */
function lineText({ at, request, piece, start, endExclusive, sends, status, error, ms, result }: UploadLine): string {
  if (result === 'waited') return `${at} waited ${ms} ms for the service's rate limit`;
  const parts = [
    request,
    ...(piece === undefined ? [] : [`piece ${piece}`]),
    ...(start === undefined || endExclusive === undefined
      ? []
      : [endExclusive === start ? 'no bytes' : `bytes ${start}-${endExclusive - 1}`]),
    ...(sends === undefined || sends === 1 ? [] : [`try ${sends}`]),
  ];
  const ends = { answered: `answered ${status}`, failed: error, left: 'the worker ended, the answer is not known' };
  return `${at} ${parts.join(', ')}: ${ends[result]}`;
}
