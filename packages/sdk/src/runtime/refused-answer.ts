import type { Success } from '@tallyhook/schemas';
import { ActionError, type ActionErrorClass } from '../action-error.ts';
import type { HttpResponse } from '../http/http.ts';
import { type Answer } from './answer.ts';
import { holds } from './conditions.ts';

const longestExcerpt = 2000;

/** Makes the error of an answer that does not count as done; undefined where it does. `who` is named as who gave it. */
export function refusedAnswer(
  { who, repeatable }: { who: string; repeatable: boolean },
  response: HttpResponse,
  answer: Answer,
  { success, values, now }: { success: Success | undefined; values: object; now: number },
): ActionError | undefined {
  const isAccepted = success?.status?.includes(answer.status) ?? (answer.status >= 200 && answer.status < 300);
  const failed = success?.unless?.find((condition) => holds(condition, { ...values, response: answer }));
  if (isAccepted && failed === undefined) return undefined;
  const excerpt = new TextDecoder('utf-8')
    .decode(response.body.subarray(0, 4 * longestExcerpt))
    .slice(0, longestExcerpt);
  const retryAfterMs = readRetryAfter(answer.headers, now);
  const errorClass = isAccepted ? 'fatal' : classify(answer, repeatable);
  const reason = isAccepted ? ` with a failure inside (${failed!.path})` : '';
  const said = excerpt === '' ? '' : `: ${excerpt}`;
  return new ActionError(errorClass, `${who} answered ${answer.status}${reason}${advice(answer.status)}${said}`, {
    status: answer.status,
    excerpt,
    mayHaveArrived: true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function advice(status: number): string {
  if (status === 401) return ' (the credential is refused; link the account again)';
  return status >= 300 && status < 400 ? ' (redirects are not followed)' : '';
}

const byStatus: Record<number, ActionErrorClass> = {
  401: 'auth',
  403: 'auth',
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  412: 'conflict',
  423: 'conflict',
  425: 'transient',
  429: 'rate_limit',
};

/** The class of a status. Whether a server that failed has done the work nobody knows: only the repeatable may go again. */
function classify({ status, headers }: Answer, repeatable: boolean): ActionErrorClass {
  if (status === 403 && headers['x-ratelimit-remaining'] === '0') return 'rate_limit';
  const known = byStatus[status];
  if (known !== undefined) return known;
  if (status === 408 || status >= 500) return repeatable ? 'transient' : 'unknown_outcome';
  return status >= 400 ? 'invalid_input' : 'fatal';
}

const longestWaitMs = 24 * 60 * 60 * 1000;

/** Reads Retry-After (RFC 9110 section 10.2.3), or when a rate limit begins anew. */
function readRetryAfter(headers: Record<string, string>, now: number): number | undefined {
  const retryAfter = headers['retry-after'];
  const reset = headers['x-ratelimit-remaining'] === '0' ? headers['x-ratelimit-reset'] : undefined;
  const waitMs =
    retryAfter === undefined
      ? Number(reset ?? Number.NaN) * 1000 - now
      : /^\s*-?\d+\s*$/.test(retryAfter)
        ? Number(retryAfter) * 1000
        : Date.parse(retryAfter) - now;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), longestWaitMs);
}
