import { createHash } from 'node:crypto';
import type { Answer, Timings } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import type { Request, Response } from 'express';
import { answerCsv } from './answer-csv.ts';

const answerTypes = ['application/json', 'text/csv'];

/** Sends an answer as JSON or CSV, with ETag and timings; 304 if the client already has the same numbers. */
export function sendAnswer(request: Request, response: Response, answer: Answer, timings: Timings): void {
  response.setHeader('Server-Timing', serverTiming(timings));
  response.vary('Accept');
  // Clients that accept any type get JSON.
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
 * Refuses a request that accepts no type we can send, before any work is done.
 * @throws Problem `not_acceptable`.
 */
export function checkAccept(request: Request): void {
  if (request.accepts(answerTypes) !== false) return;
  const given = request.get('accept')!.slice(0, 100);
  const detail = `Answers are available as ${answerTypes.join(' or ')}, but the header Accept is "${given}": name one of them, or leave the header out.`;
  throw new Problem('not_acceptable', detail);
}

/** Sends JSON with a weak ETag of its content; 304 if the client sent that tag. */
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

/** Whether an `If-None-Match` header contains the tag, by weak comparison (RFC 9110 section 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const named = header.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(tag.replace(/^W\//, ''));
}

function tagOf(content: unknown): string {
  return `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}"`;
}

/**
 * The answer without its timing and cache state, so that equal numbers have equal tags. The time of a cached answer is
 * also in the headers, which a 304 has too.
 */
function withoutMoment({ meta, ...answer }: Answer): unknown {
  return { ...answer, meta: { ...meta, kept: undefined, countedAt: undefined, tookMs: undefined } };
}

function serverTiming(timings: Timings): string {
  return Object.entries(timings)
    .map(([name, durationMs]) => `${name};dur=${durationMs.toFixed(1)}`)
    .join(', ');
}
