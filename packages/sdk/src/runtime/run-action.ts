import type { ConnectorPackage, Request } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import type { Http, HttpResponse } from '../http/http.ts';
import { renderStructure } from '../templates/render.ts';
import { type Answer, readAnswer } from './answer.ts';
import { type ActionCall, buildRequest } from './build-request.ts';
import { findAction } from './find-action.ts';
import type { PreparedRequest } from './prepared-request.ts';
import { redactError, redactValue, secretsOf } from './redact.ts';
import { refusedAnswer } from './refused-answer.ts';

export interface RunOptions extends ActionCall {
  http: Http;
  signal?: AbortSignal;
  timeoutMs?: number;
}

/**
 * Runs an action once: builds the request, sends it, reads the answer. Output and errors are without the account's
 * credentials. Throws ActionError; `unknown_outcome` where a request that may not be repeated may have been carried out.
 */
export async function runAction(
  released: ConnectorPackage,
  actionName: string,
  options: RunOptions,
): Promise<{ output: unknown; status: number }> {
  const secrets = secretsOf(released, options.account);
  try {
    const { request: declared } = findAction(released, actionName);
    const request = buildRequest(released, actionName, options);
    const values = { ...(options.input as object), account: options.account ?? {} };
    const answer = await perform(request, declared, values, options);
    return { output: redactValue(readOutput(declared, values, answer), secrets), status: answer.status };
  } catch (error) {
    throw error instanceof ActionError ? redactError(error, secrets) : error;
  }
}

/** Sends a prepared request once and gives its answer if it counts as done. Throws ActionError with credentials in it. */
export async function perform(
  request: PreparedRequest,
  declared: Request,
  values: object,
  { http, signal, timeoutMs }: Pick<RunOptions, 'http' | 'signal' | 'timeoutMs'>,
): Promise<Answer> {
  const response = await sendOnce(request, { http, signal, timeoutMs });
  const answer = readAnswer(response);
  const refused = refusedAnswer({ who: new URL(request.url).host, repeatable: request.repeatable }, response, answer, {
    success: declared.success,
    values,
    now: Date.now(),
  });
  if (refused !== undefined) throw refused;
  return answer;
}

async function sendOnce(
  { method, url, headers, body, repeatable }: PreparedRequest,
  { http, signal, timeoutMs }: { http: Http; signal: AbortSignal | undefined; timeoutMs: number | undefined },
): Promise<HttpResponse> {
  try {
    const request = {
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    return await http.send(request, signal === undefined ? {} : { signal });
  } catch (error) {
    if (!(error instanceof ActionError) || error.class !== 'transient' || !error.mayHaveArrived || repeatable)
      throw error;
    const message = `${error.message}; whether the request was carried out is not known`;
    throw new ActionError('unknown_outcome', message, { mayHaveArrived: true, cause: error });
  }
}

function readOutput(declared: Request, values: object, answer: Answer): unknown {
  if (declared.output === undefined) return answer.body;
  return renderStructure(declared.output, { ...values, response: answer }, { place: 'request.output' }) ?? null;
}
