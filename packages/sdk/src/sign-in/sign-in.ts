import type { ConnectorPackage } from '@tallyhook/schemas';
import type { Http, HttpResponse } from '../http/http.ts';
import type { PreparedRequest } from '../runtime/prepared-request.ts';
import type { AccountValues } from '../runtime/redact.ts';
import { keptFromRedirect, readKept } from './kept-values.ts';
import { readRedirect } from './read-redirect.ts';
import { runSignInSteps, type StepsOutcome } from './sign-in-steps.ts';
import { oauthOf, type SignInCall } from './sign-in-values.ts';
import { readTokenAnswer } from './token-answer.ts';
import { buildTokenRequest, type TokenGrant } from './token-request.ts';

/** How and when the requests of a sign-in are sent. */
export interface SignInWay {
  http: Http;
  /** In milliseconds. */
  now: number;
  signal?: AbortSignal;
}

/**
 * Completes a sign-in after the redirect: checks the state, keeps the redirect's values, fetches the token and makes
 * the requests that follow.
 * @throws ActionError.
 */
export async function finishSignIn(
  released: ConnectorPackage,
  call: SignInCall & {
    redirect: Readonly<Record<string, unknown>>;
    state: string;
    redirectUrl: string;
    verifier: string;
  },
  way: SignInWay,
): Promise<StepsOutcome> {
  const { redirect, state, redirectUrl, verifier } = call;
  const { code } = readRedirect(released, redirect, { state });
  const kept = readKept(keptFromRedirect(oauthOf(released)), { account: call.account, redirect });
  const account = { ...call.account, ...kept };
  const token = await fetchToken(released, { kind: 'code', code, redirectUrl, verifier }, { ...call, account }, way);
  return runSignInSteps(released, token, { ...way, client: call.client });
}

/** Fetches a token, or refreshes the account's token, and returns the account's values with it. */
export async function fetchToken(
  released: ConnectorPackage,
  grant: TokenGrant,
  call: SignInCall,
  way: SignInWay,
): Promise<AccountValues> {
  const response = await sendPrepared(buildTokenRequest(released, grant, { ...call, now: way.now }), way);
  return readTokenAnswer(released, response, { grant, call, now: way.now });
}

/** Sends a request of a sign-in, once. */
export function sendPrepared(
  { method, url, headers, body }: PreparedRequest,
  { http, signal }: SignInWay,
): Promise<HttpResponse> {
  const request = { method, url, headers, ...(body === undefined ? {} : { body }) };
  return http.send(request, signal === undefined ? {} : { signal });
}
