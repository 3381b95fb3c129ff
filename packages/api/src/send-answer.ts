import { createHash } from 'node:crypto';
import type { Answer, Timings } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import type { Request, Response } from 'express';
import { answerCsv } from './answer-csv.ts';

const answerTypes = ['application/json', 'text/csv'];

/** Sends an answer, as JSON or CSV, with its ETag and timings; 304 when the client holds the same numbers already. */
export function sendAnswer(request: Request, response: Response, answer: Answer, timings: Timings): void {
  response.setHeader('Server-Timing', serverTiming(timings));
  response.vary('Accept');
  // Whoever takes anything gets JSON.
  if (request.accepts(answerTypes) !== 'text/csv') {
    sendWithEtag(request, response, { body: answer, tag: tagOf(withoutMoment(answer)) });
    return;
  }
  const csv = answerCsv(answer);
  const { total, truncated } = answer.meta.groups;
  response.setHeader('X-Total-Count', String(total));
  response.setHeader('X-Truncated', String(truncated));
  response.type('text/csv; charset=utf-8; header=present');
  sendWithEtag(request, response, { body: csv, tag: tagOf(csv) });
}

/**
 * Refuses a request that takes none of the types that an answer has, before anything is counted.
 * @throws Problem `not_acceptable`.
 */
export function checkAccept(request: Request): void {
  if (request.accepts(answerTypes) !== false) return;
  const given = request.get('accept')!.slice(0, 100);
  const detail = `An answer is ${answerTypes.join(' or ')}, but "${given}" is accepted: name one of them, or leave the header Accept out.`;
  throw new Problem('not_acceptable', detail);
}

/** Sends JSON with a weak ETag over its content; 304 when the client named that tag. */
export function sendWithEtag(
  request: Request,
  response: Response,
  { body, tag = tagOf(body) }: { body: unknown; tag?: string },
): void {
  response.setHeader('ETag', tag);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.vary('Authorization, Cookie');
  if (namesTag(request.get('if-none-match'), tag)) response.status(304).end();
  else if (typeof body === 'string') response.send(body);
  else response.json(body);
}

/** Whether an `If-None-Match` header names the tag, compared weakly (RFC 9110 section 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const named = header.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(tag.replace(/^W\//, ''));
}

function tagOf(content: unknown): string {
  return `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}"`;
}

/**
 * The answer without when and how fast it was counted, and whether it was kept: equal numbers have equal tags. When kept
 * numbers were counted stands in the headers as well, which a 304 has too.
 */
function withoutMoment({ meta, ...answer }: Answer): unknown {
  return { ...answer, meta: { ...meta, kept: undefined, countedAt: undefined, tookMs: undefined } };
}

function serverTiming(timings: Timings): string {
  return Object.entries(timings)
    .map(([name, durationMs]) => `${name};dur=${durationMs.toFixed(1)}`)
    .join(', ');
}
