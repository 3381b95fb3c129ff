import type { ConnectorPackage, TokenPaths } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import type { HttpResponse } from '../http/http.ts';
import { type Answer, readAnswer } from '../runtime/answer.ts';
import { parseForeignJson } from '../runtime/parse-foreign-json.ts';
import { type AccountValues, redactCut } from '../runtime/redact.ts';
import { refusedAnswer } from '../runtime/refused-answer.ts';
import { renderTemplate } from '../templates/render.ts';
import { keptFromToken, readKept } from './kept-values.ts';
import { oauthOf, secretsOfCall, type SignInCall } from './sign-in-values.ts';
import { declaredFor, type TokenGrant } from './token-request.ts';

/**
 * Reads the answer to a token request and returns the account's values with those from the answer: `accessToken`,
 * `refreshToken`, `expiresAt` and `refreshExpiresAt` (milliseconds; without it a token is valid until it is refused),
 * `scope`, and kept values. If the answer has no refresh token, the old one stays.
 * @throws ActionError without secrets: `auth` if the service refuses, `transient` if the answer was cut off.
 */
export function readTokenAnswer(
  released: ConnectorPackage,
  response: HttpResponse,
  { grant, call, now }: { grant: TokenGrant; call: SignInCall; now: number },
): AccountValues {
  const answer = readTokenBody(response);
  const secrets = secretsOfCall(released, call, grant.kind === 'code' ? [grant.code, grant.verifier] : []);
  const refuse = (error: ActionError): never => {
    const { status, retryAfterMs } = error;
    throw new ActionError(error.class, redactCut(error.message, secrets), {
      mayHaveArrived: true,
      ...(status === undefined ? {} : { status }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  };
  const declared = declaredFor(released, grant);
  const refused = refusedAnswer({ who: released.connector.name, repeatable: true }, response, answer, {
    success: declared.success,
    values: call,
    now,
    reported: reportedFailure(answer),
  });
  if (refused !== undefined) return refuse(asSignIn(refused));
  if (isCutOff(answer)) return refuse(cutOff(released, answer));
  const read = readPaths(declared.read ?? {}, answer);
  if (read.accessToken === undefined) return refuse(withoutToken(released, answer, declared.read));
  const before = withoutEnd(call.account);
  const kept = readKept(keptFromToken(oauthOf(released)), { ...call, response: answer }, { known: before });
  // Another refresh token has an end of its own, or none.
  const isSameRefreshToken = read.refreshToken === undefined || read.refreshToken === before['refreshToken'];
  return {
    ...(isSameRefreshToken ? before : without(before, 'refreshExpiresAt')),
    ...kept,
    accessToken: read.accessToken,
    ...(read.refreshToken !== undefined && { refreshToken: read.refreshToken }),
    ...(read.refreshLifetimeMs !== undefined && { refreshExpiresAt: now + read.refreshLifetimeMs }),
    ...(read.lifetimeMs !== undefined && { expiresAt: now + read.lifetimeMs }),
    ...(read.scope !== undefined && { scope: read.scope }),
  };
}

/** The values of an account without the token's expiry, which does not apply to another token. */
export function withoutEnd(account: AccountValues): AccountValues {
  return without(account, 'expiresAt');
}

function without(account: AccountValues, left: string): AccountValues {
  return Object.fromEntries(Object.entries(account).filter(([name]) => name !== left));
}

/** Token answers are JSON or a form (not in RFC 6749, but some services send it), whatever their type. */
function readTokenBody(response: HttpResponse): Answer {
  const answer = readAnswer(response);
  if (typeof answer.body !== 'string') return answer;
  const text = answer.body.trim();
  try {
    return { ...answer, body: parseForeignJson(text) };
  } catch {
    return /^[\w.~-]+=/.test(text) ? { ...answer, body: Object.fromEntries(new URLSearchParams(text)) } : answer;
  }
}

interface ReadToken {
  accessToken?: string;
  refreshToken?: string;
  lifetimeMs?: number;
  refreshLifetimeMs?: number;
  scope?: string;
}

function readPaths(read: TokenPaths, answer: Answer): ReadToken {
  const text = (path: string): string | undefined => {
    const value = renderTemplate(`{{${path}}}`, { response: answer }, { place: 'signIn.token.read' });
    if (Array.isArray(value)) return value.join(' ');
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
  };
  const found = {
    accessToken: text(read.accessToken ?? 'response.body.access_token'),
    refreshToken: text(read.refreshToken ?? 'response.body.refresh_token'),
    scope: text(read.scope ?? 'response.body.scope'),
    lifetimeMs: readLifetime(text(read.expiresIn ?? 'response.body.expires_in')),
    refreshLifetimeMs: readLifetime(text(read.refreshExpiresIn ?? 'response.body.refresh_token_expires_in')),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** A lifetime that is missing, not a number or not above 0 is ignored: the token is valid until it is refused. */
export function readLifetime(text: string | undefined): number | undefined {
  const seconds = Number(text ?? Number.NaN);
  return seconds > 0 && Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

/** A refused sign-in is about credentials, unless the service is busy or broken. */
function asSignIn(refused: ActionError): ActionError {
  if (refused.mayRetry) return refused;
  const { message, status } = refused;
  return new ActionError('auth', message, status === undefined ? {} : { status });
}

/** A body that begins as JSON and does not end as it. What it held is lost, but nothing was refused. */
function isCutOff({ body }: Answer): boolean {
  return typeof body === 'string' && /^\s*[{[]/.test(body);
}

function cutOff({ connector }: ConnectorPackage, { status }: Answer): ActionError {
  const message = `${connector.name} answered ${status} with an answer that was cut off`;
  return new ActionError('transient', message, { status, mayHaveArrived: true });
}

function withoutToken({ connector }: ConnectorPackage, answer: Answer, read: TokenPaths | undefined): ActionError {
  const words = reportedFailure(answer);
  const path = read?.accessToken ?? 'response.body.access_token';
  const reason = words === undefined ? `without a token at ${path}` : `but reported a failure: ${words}`;
  return new ActionError('auth', `${connector.name} answered ${answer.status} ${reason}`, { status: answer.status });
}

/** The service's description of a failure (RFC 6749 section 5.2). */
function reportedFailure({ body }: Answer): string | undefined {
  const { error, error_description: description } = (body ?? {}) as Record<string, unknown>;
  const words = [error, description].filter((part): part is string => typeof part === 'string' && part !== '');
  return words.length === 0 ? undefined : words.join(': ').slice(0, 500);
}
