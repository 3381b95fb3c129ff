import {
  type ActionExpectation,
  type ActionFixture,
  type ConnectorPackage,
  type Exchange,
  type FixtureFile,
  toPointer,
} from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { canonicalJson } from '../compile/canonical-json.ts';
import { describeSentBody } from '../fixtures/compare-requests.ts';
import { fixedIdempotencyKey } from '../fixtures/play-fixture.ts';
import { runFixture } from '../fixtures/run-fixture.ts';
import type { HttpResponse } from '../http/http.ts';
import { readAnswer } from '../runtime/answer.ts';
import { contentTypeOf, isMultipart } from '../runtime/content-type.ts';
import { type AccountValues, redactValue, spellings } from '../runtime/redact.ts';
import { minCredentialLength } from './credential-values.ts';
import { knownSecrets, suspectedSecrets } from './find-secrets.ts';
import type { ObservedCall } from './observe-http.ts';
import { createScrubber, type Leak } from './scrubber.ts';
import { writtenSecrets, type WrittenSecret } from './written-secrets.ts';

/** A real run of an action. */
export interface Recording {
  action: string;
  input: object;
  account: AccountValues;
  /** The idempotency key that was sent. Real runs each have their own; a fixture always has the same. */
  idempotencyKey: string;
  file?: FixtureFile;
  calls: readonly ObservedCall[];
  outcome: { output: unknown } | { error: ActionError };
}

/** A fixture made from calls, and whether it may be written. */
export interface RecordedFixture {
  fixture: ActionFixture;
  /** Credentials that could not be removed, with their places. If there are any, the fixture must not be written. */
  leaks: Leak[];
  /** The differences when the fixture runs. If there are any, the fixture must not be written either. */
  differences: string[];
}

/**
 * Makes a fixture of a run. Replaces each credential of the account, and each value with a credential name, by one
 * made-up value everywhere in requests and answers, so that the fixture still passes. Outputs contain no credentials of
 * the account: these are redacted already, as in a fixture run.
 */
export async function makeFixture(released: ConnectorPackage, recording: Recording): Promise<RecordedFixture> {
  const { action, input, account, idempotencyKey, file, calls, outcome } = recording;
  const known = knownSecrets(released, account);
  const scrubber = createScrubber([
    ...known,
    ...suspectedSecrets(calls, known, input),
    { name: 'the idempotency key', secret: idempotencyKey, madeUp: fixedIdempotencyKey },
  ]);
  const kept = usedHeaders(released);
  const observed = {
    input,
    account: Object.fromEntries(Object.entries(account).map(([name, value]) => [name, String(value)])),
    ...(file === undefined ? {} : { file }),
    exchanges: calls.map((call) => makeExchange(withoutFormLength(call), kept)),
    expect: expectationOf(outcome),
  };
  const scrubbed = scrubber.value(observed) as Omit<ActionFixture, 'kind' | 'action'>;
  // The size of a file is not a credential, even if the number matches one.
  if (file?.size !== undefined) scrubbed.file!.size = file.size;
  const fixture: ActionFixture = { kind: 'action', action, ...scrubbed };
  const leaks = [...scrubber.leaks(scrubbed), ...writtenSecrets(fixture).map(asLeak)];
  // Checks that the made-up values lead to the same requests as the real ones.
  const differences = leaks.length > 0 ? [] : await runFixture(released, fixture);
  return { fixture, leaks, differences };
}

/** The credentials of the account and of requests and answers, in every encoding. */
export function secretsInCalls(
  released: ConnectorPackage,
  account: AccountValues,
  calls: readonly ObservedCall[],
): string[] {
  const known = knownSecrets(released, account);
  return spellings(
    [...known, ...suspectedSecrets(calls, known)]
      .map(({ secret }) => secret)
      .filter(({ length }) => length >= minCredentialLength),
  );
}

/** Describes calls for display, with all credentials removed. */
export function describeCalls(
  released: ConnectorPackage,
  account: AccountValues,
  calls: readonly ObservedCall[],
): { exchange: Exchange | { request: Exchange['request']; error: string }; timeMs: number }[] {
  const secrets = secretsInCalls(released, account, calls);
  return calls.map((call) => ({
    exchange: redactValue(
      call.response instanceof ActionError
        ? { request: makeRequest(call), error: call.response.message }
        : makeExchange(call, undefined),
      secrets,
    ) as Exchange,
    timeMs: Math.round(call.timeMs),
  }));
}

function asLeak({ name, value, path }: WrittenSecret): Leak {
  // Shows only the start, because the credential may be real.
  return { name: `${name} (${value.slice(0, 4)}…)`, pointer: toPointer(path), spelling: 'in plain text' };
}

function expectationOf(outcome: Recording['outcome']): ActionExpectation {
  if ('output' in outcome) return { output: outcome.output };
  return { error: outcome.error.class };
}

/**
 * Drops the length of a multipart form: the credentials and the file name in it are replaced by made-up values of other
 * lengths.
 */
function withoutFormLength({ request, ...rest }: ObservedCall): ObservedCall {
  if (!isMultipart(contentTypeOf(request.headers))) return { request, ...rest };
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !/^content-length$/i.test(name)),
  );
  return { request: { ...request, headers }, ...rest };
}

function makeExchange(call: ObservedCall, kept: ((header: string) => boolean) | undefined): Exchange {
  const request = makeRequest(call);
  if (call.response instanceof ActionError) return { request, response: { status: 200 }, lost: true };
  return { request, response: makeResponse(call.response, kept) };
}

function makeRequest({ request }: ObservedCall): Exchange['request'] {
  const { method, url, headers, body } = request;
  const lower = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    value.replace(/(?<=^multipart\/form-data; boundary=).+/, 'boundary'),
  ]);
  return {
    method,
    url,
    headers: Object.fromEntries(lower) as Record<string, string>,
    ...(body === undefined ? {} : { body: describeSentBody(request) }),
  };
}

function makeResponse(response: HttpResponse, kept: ((header: string) => boolean) | undefined): Exchange['response'] {
  const { status, body } = readAnswer(response);
  const isJson = body !== null && typeof body !== 'string';
  const headers = Object.entries(response.headers).filter(
    ([name, value]) => (kept?.(name) ?? true) && !(isJson && name === 'content-type' && value === 'application/json'),
  );
  return {
    status,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    // A JSON string stays as it was sent: as a value it would lose its quotation marks.
    ...(response.body.length === 0 ? {} : { body: isJson ? body : response.body.toString('utf8') }),
  };
}

const always = /^(content-type|location|link|range|etag|retry-after|www-authenticate|x-?ratelimit-.*)$/;

/** The answer headers that the connector uses. All others vary between runs and reveal details of the service. */
function usedHeaders(released: ConnectorPackage): (header: string) => boolean {
  const named = canonicalJson(released).matchAll(/headers\.\[?([A-Za-z0-9-]+)/g);
  const names = new Set([...named].map(([, name]) => name!.toLowerCase()));
  return (header) => always.test(header) || names.has(header);
}
