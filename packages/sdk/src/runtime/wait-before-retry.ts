import type { WaitHeader } from '@tallyhook/schemas';
import type { AnswerPolicy } from './answer-policy.ts';

const maxWaitMs = 24 * 60 * 60 * 1000;

/**
 * How long an answer asks to wait, in milliseconds: from the header that the connector names, from Retry-After (RFC
 * 9110 section 10.2.3), or until an exhausted rate limit resets.
 */
export function readWait(
  headers: Record<string, string>,
  { retry, rateLimit }: Pick<AnswerPolicy, 'retry' | 'rateLimit'>,
  now: number,
): number | undefined {
  const reset = isUsedUp(headers, rateLimit?.remaining) ? (rateLimit?.reset ?? defaultReset) : undefined;
  const waits = [retry?.wait, ...retryAfter(headers), reset].map((header) =>
    header === undefined ? undefined : readHeader(headers, header, now),
  );
  const waitMs = waits.find((wait) => wait !== undefined);
  return waitMs === undefined ? undefined : Math.min(Math.max(waitMs, 0), maxWaitMs);
}

/** Whether an answer says that no requests are left. */
export function isUsedUp(headers: Record<string, string>, remaining = 'x-ratelimit-remaining'): boolean {
  const left = headerOf(headers, remaining)?.trim();
  return left !== undefined && left !== '' && Number(left) <= 0;
}

const defaultReset: WaitHeader = { header: 'x-ratelimit-reset', as: 'epochSeconds' };

function retryAfter(headers: Record<string, string>): WaitHeader[] {
  const isDate = /[a-z]/i.test(headers['retry-after'] ?? '');
  return [{ header: 'retry-after', as: isDate ? 'date' : 'seconds' }];
}

/** A declaration may name any header, in any case. */
const headerOf = (headers: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(headers, name) ? headers[name] : undefined;

function readHeader(headers: Record<string, string>, { header, as }: WaitHeader, now: number): number | undefined {
  const text = headerOf(headers, header)?.trim();
  if (text === undefined || text === '') return undefined;
  const waitMs = as === 'date' ? Date.parse(text) - now : readNumber(Number(text), as, now);
  return Number.isNaN(waitMs) ? undefined : waitMs;
}

function readNumber(number: number, as: Exclude<WaitHeader['as'], 'date'>, now: number): number {
  switch (as) {
    case 'seconds':
      return number * 1000;
    case 'milliseconds':
      return number;
    case 'epochSeconds':
      return number * 1000 - now;
    case 'epochMilliseconds':
      return number - now;
  }
}
