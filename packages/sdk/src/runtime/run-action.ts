import type { ConnectorPackage, Pagination, Request } from '@tallyhook/schemas';
import { ActionError, asActionError, changeError } from '../action-error.ts';
import type { Http, HttpResponse } from '../http/http.ts';
import { renderStructure } from '../templates/render.ts';
import { type AnswerPolicy, policyOf } from './answer-policy.ts';
import { type Answer, readAnswer } from './answer.ts';
import { type ActionCall, buildRequest, ownValues } from './build-request.ts';
import { findAction } from './find-action.ts';
import { firstPage, type Page, type Pages, takePage } from './pages.ts';
import { preparePage } from './prepare-page.ts';
import type { PreparedRequest } from './prepared-request.ts';
import { redactError, redactValue, secretsOf } from './redact.ts';
import { refuseBrokenJson } from './refuse-broken-json.ts';
import { refuseUnreadablePage } from './refuse-unreadable-page.ts';
import { refusedAnswer } from './refused-answer.ts';
import { type Pause, pauseShortly, takeTurn, type Turns } from './take-turn.ts';

/** Default number of attempts for a page after the first. */
const defaultMaxAttempts = 4;
const firstWaitMs = 1_000;

/** A call and the HTTP client that sends it. */
export interface RunOptions extends ActionCall {
  http: Http;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** How to wait for the connector's rate limit. Default: short waits only. */
  pause?: Pause;
  /** Where requests of other processes count too. Default: only this process' requests count. */
  turns?: Turns;
}

/** The result of an action. `pages` is the number of pages requested, if the answer is paginated. */
export interface ActionOutcome {
  output: unknown;
  status: number;
  pages?: number;
}

/**
 * Runs an action once: builds the request, sends it and reads the answer, page by page if it is paginated. The
 * account's credentials are removed from output and errors.
 * @throws ActionError; `unknown_outcome` if a request that may not be repeated may have been carried out.
 */
export async function runAction(
  released: ConnectorPackage,
  actionName: string,
  options: RunOptions,
): Promise<ActionOutcome> {
  const secrets = secretsOf(released, options.account);
  try {
    const action = findAction(released, actionName);
    const request = buildRequest(released, actionName, options);
    const values = { ...ownValues(action, options), ...(options.input as object), account: options.account ?? {} };
    const policy = policyOf(released.connector, action);
    const call = { declared: action.request, values, policy, options };
    const { answer, pages } =
      action.pagination === undefined
        ? { answer: await perform(request, call), pages: undefined }
        : await performPages(released, { ...call, request, pagination: action.pagination });
    refuseBrokenJson(new URL(request.url).host, answer, { templates: action.request.output, root: 'response' });
    const output = redactValue(readOutput(action.request, values, answer, pages), secrets);
    return { output, status: answer.status, ...(pages && { pages: pages.count }) };
  } catch (error) {
    const redacted = redactError(asActionError(error), secrets);
    const maxAttempts = maxAttemptsOf(released, actionName);
    throw changeError(redacted, maxAttempts === undefined ? {} : { maxAttempts });
  }
}

function maxAttemptsOf({ connector, actions }: ConnectorPackage, actionName: string): number | undefined {
  return policyOf(connector, actions[actionName]).retry?.attempts;
}

/** How to send a request and read its answer. */
export interface Performance {
  declared: Request;
  values: object;
  policy: AnswerPolicy;
  /** Whether the answer is a page of a list. */
  isPage?: boolean;
  options: Pick<RunOptions, 'http' | 'signal' | 'timeoutMs' | 'now' | 'pause' | 'turns'>;
}

/**
 * Sends a prepared request once and returns its answer if it counts as success.
 * @throws ActionError, which may contain credentials.
 */
export async function perform(
  request: PreparedRequest,
  { declared, values, policy, isPage = false, options }: Performance,
): Promise<Answer> {
  const { http, signal, timeoutMs, now = Date.now, pause = pauseShortly, turns } = options;
  const { account } = values as { account?: unknown };
  const mayWrite = await takeTurn(http, policy, { account, now: now(), pause, signal, turns });
  const response = await sendOnce(request, { http, signal, timeoutMs, mayWrite });
  const answer = readAnswer(response, declared.answer);
  const refused = refusedAnswer({ who: new URL(request.url).host, repeatable: request.repeatable }, response, answer, {
    success: declared.success,
    values,
    now: now(),
    policy,
  });
  if (refused?.class === 'rate_limit' && refused.retryAfterMs !== undefined) await turns?.pause(refused.retryAfterMs);
  if (refused !== undefined) throw refused;
  if (isPage) refuseUnreadablePage(new URL(request.url).host, response, answer);
  return answer;
}

async function performPages(
  released: ConnectorPackage,
  { request, pagination, ...call }: Performance & { request: PreparedRequest; pagination: Pagination },
): Promise<{ answer: Answer; pages: Pages }> {
  const pages: Pages = { count: 0, items: [], seen: new Set() };
  let page: Page = firstPage(pagination);
  let current = request;
  for (;;) {
    const asked = { ...call, isPage: true, values: { ...call.values, page: page.values } };
    const answer = await (pages.count === 0 ? perform(current, asked) : performLaterPage(current, asked));
    const next = takePage(pagination, pages, { page, answer, isXml: call.declared.answer === 'xml' });
    if (next === undefined) return { answer, pages };
    page = next;
    const prepared = preparePage(released, call.declared, { page, values: call.values, from: current.url });
    current = { ...prepared, repeatable: request.repeatable };
  }
}

/**
 * Requests a page after the first. Retries here after short waits, because the caller could only start again with the
 * first page.
 */
async function performLaterPage(request: PreparedRequest, call: Performance): Promise<Answer> {
  const { pause = pauseShortly, signal } = call.options;
  const maxAttempts = call.policy.retry?.attempts ?? defaultMaxAttempts;
  for (let tries = 1; ; tries++) {
    try {
      return await perform(request, call);
    } catch (error) {
      if (!(error instanceof ActionError) || !error.mayRetry || tries >= maxAttempts) throw error;
      const waitMs = Math.max(error.retryAfterMs ?? 0, firstWaitMs * 2 ** (tries - 1));
      await pause(waitMs, signal).catch((refused: unknown) => {
        throw refused instanceof ActionError ? error : refused;
      });
    }
  }
}

async function sendOnce(
  { method, url, headers, body, signing, repeatable }: PreparedRequest,
  {
    http,
    signal,
    timeoutMs,
    mayWrite,
  }: Pick<RunOptions, 'http'> & {
    [Name in 'signal' | 'timeoutMs']: RunOptions[Name] | undefined;
  } & { mayWrite: (() => Promise<void>) | undefined },
): Promise<HttpResponse> {
  try {
    const request = {
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signing && { signing }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    return await http.send(request, { ...(signal && { signal }), ...(mayWrite && { mayWrite }) });
  } catch (error) {
    if (!(error instanceof ActionError) || error.class !== 'transient' || !error.mayHaveArrived || repeatable)
      throw error;
    const message = `${error.message}; it is unknown whether the request was carried out`;
    throw new ActionError('unknown_outcome', message, { mayHaveArrived: true, cause: error });
  }
}

function readOutput(declared: Request, values: object, answer: Answer, pages: Pages | undefined): unknown {
  if (declared.output === undefined) return pages?.items ?? answer.body;
  const all = { ...values, response: answer, ...(pages && { items: pages.items }) };
  return renderStructure(declared.output, all, { place: 'request.output' }) ?? null;
}
