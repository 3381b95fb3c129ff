import type { Condition, ErrorRule, Success } from '@tallyhook/schemas';
import { ActionError, type ActionErrorClass } from '../action-error.ts';
import type { HttpResponse } from '../http/http.ts';
import { renderOptionalText } from '../templates/render.ts';
import { type AnswerPolicy, fits } from './answer-policy.ts';
import { type Answer } from './answer.ts';
import { holds } from './conditions.ts';
import { isUsedUp, readWait } from './wait-before-retry.ts';

const maxExcerptLength = 2000;

/**
 * Builds the error of an answer that does not count as success; undefined if it does. `who` names the service in
 * messages; `policy` is what the connector declares about answers; the message shows `reported` if given, otherwise the
 * start of the body.
 */
export function refusedAnswer(
  { who, repeatable }: { who: string; repeatable: boolean },
  response: HttpResponse,
  answer: Answer,
  {
    success,
    values,
    now,
    policy = { errors: [] },
    reported,
  }: {
    success: Success | undefined;
    values: object;
    now: number;
    policy?: AnswerPolicy;
    reported?: string | undefined;
  },
): ActionError | undefined {
  const about = { answer, values };
  const isAccepted = success?.status?.includes(answer.status) ?? (answer.status >= 200 && answer.status < 300);
  const failed = success?.unless?.find((condition) => holds(condition, { ...values, response: answer }));
  const tokenEnded = policy.expiredWhen?.some((ended) => fits(ended, about)) ?? false;
  if (isAccepted && failed === undefined && !tokenEnded) return undefined;
  const rule = tokenEnded ? undefined : policy.errors.find((entry) => fits(entry, about));
  const excerpt = new TextDecoder('utf-8')
    .decode(response.body.subarray(0, 4 * maxExcerptLength))
    .slice(0, maxExcerptLength);
  const retryAfterMs = readWait(answer.headers, policy, now);
  // If the service certainly did nothing, the request may be sent again, as if it had never arrived.
  const isUndone = rule === undefined && policy.retry?.status?.includes(answer.status) === true;
  const usual = tokenEnded ? 'auth' : isAccepted ? 'fatal' : classify(answer, { repeatable, policy });
  // An exhausted rate limit keeps its class: it has its own wait and its own message.
  const undone = usual === 'rate_limit' ? usual : 'transient';
  const errorClass = rule === undefined ? (isUndone ? undone : usual) : classOf(rule, repeatable);
  const inside = isAccepted && failed !== undefined ? insideOf(failed) : '';
  const reason = sentenceOf(rule, about) ?? advice(answer.status, tokenEnded);
  const shown = reported ?? excerpt;
  const quoted = shown === '' ? '' : `: ${shown}`;
  return new ActionError(errorClass, `${who} answered ${answer.status}${inside}${reason}${quoted}`, {
    status: answer.status,
    excerpt,
    mayHaveArrived: !isUndone,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(tokenEnded && { tokenEnded }),
    ...(rule && { rule }),
  });
}

function insideOf(failed: Condition): string {
  const isMissing = failed.is === null || failed.exists === false;
  return isMissing ? ` without ${failed.path}` : ` but reported a failure (${failed.path})`;
}

/** After a temporary failure, it is unknown whether the request was carried out, unless it may be repeated. */
function classOf({ class: declared }: ErrorRule, repeatable: boolean): ActionErrorClass {
  return declared === 'transient' && !repeatable ? 'unknown_outcome' : declared;
}

function sentenceOf(rule: ErrorRule | undefined, { answer, values }: { answer: Answer; values: object }) {
  if (rule?.message === undefined) return undefined;
  const text = renderOptionalText(rule.message, { ...values, response: answer }, { place: 'errors.message' });
  return text === undefined ? undefined : ` (${text.slice(0, maxExcerptLength)})`;
}

function advice(status: number, tokenEnded: boolean): string {
  if (tokenEnded) return ' (the token has expired; link the account again if it cannot be refreshed)';
  if (status === 401) return ' (the credential was refused; link the account again)';
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

/**
 * The class of a status. After a server error it is unknown whether the work was done, so only repeatable requests are
 * sent again.
 */
function classify(
  { status, headers }: Answer,
  { repeatable, policy: { rateLimit } }: { repeatable: boolean; policy: AnswerPolicy },
): ActionErrorClass {
  // Without a declared header, only a status that means refusal counts as an exhausted limit.
  if ((rateLimit?.remaining !== undefined || status === 403) && status < 500 && isUsedUp(headers, rateLimit?.remaining))
    return 'rate_limit';
  const known = byStatus[status];
  if (known !== undefined) return known;
  if (status === 408 || status >= 500) return repeatable ? 'transient' : 'unknown_outcome';
  return status >= 400 ? 'invalid_input' : 'fatal';
}
