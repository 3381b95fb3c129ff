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

/** An action that was run for real. */
export interface Recording {
  action: string;
  input: object;
  account: AccountValues;
  /** What was sent as idempotency key; each run has its own, and a fixture always the same. */
  idempotencyKey: string;
  file?: FixtureFile;
  calls: readonly ObservedCall[];
  outcome: { output: unknown } | { error: ActionError };
}

/** A fixture that was made from calls, and whether it may be written. */
export interface RecordedFixture {
  fixture: ActionFixture;
  /** The credentials that could not be taken out, with their places: such a fixture is not to be written. */
  leaks: Leak[];
  /** What differs when it is run; it is not to be written either. */
  differences: string[];
}

/**
 * Makes a fixture of a run. Each credential of the account, and each value with the name of one, is replaced by the
 * same made-up value everywhere, in requests and answers, so that the fixture still passes. No output holds a
 * credential of the account: there each is redacted already, as it is when the fixture runs.
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
  // How large a file is, is no credential, whatever number that is.
  if (file?.size !== undefined) scrubbed.file!.size = file.size;
  const fixture: ActionFixture = { kind: 'action', action, ...scrubbed };
  const leaks = [...scrubber.leaks(scrubbed), ...writtenSecrets(fixture).map(asLeak)];
  // The made-up values run through the same request as the real ones did.
  const differences = leaks.length > 0 ? [] : await runFixture(released, fixture);
  return { fixture, leaks, differences };
}

/** What somebody may see of calls: credentials are taken out of all of it. */
export function describeCalls(
  released: ConnectorPackage,
  account: AccountValues,
  calls: readonly ObservedCall[],
): { exchange: Exchange | { request: Exchange['request']; error: string }; timeMs: number }[] {
  const known = knownSecrets(released, account);
  const secrets = spellings(
    [...known, ...suspectedSecrets(calls, known)]
      .map(({ secret }) => secret)
      .filter(({ length }) => length >= minCredentialLength),
  );
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
  // As much of it as tells which one is meant: it may be real.
  return { name: `${name} (${value.slice(0, 4)}…)`, pointer: toPointer(path), spelling: 'as it is' };
}

function expectationOf(outcome: Recording['outcome']): ActionExpectation {
  if ('output' in outcome) return { output: outcome.output };
  return { error: outcome.error.class };
}

/**
 * A form of several parts without how long it was: the credentials in it are, and so is the name of its file, and the
 * made-up values are longer or shorter.
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
    // A text of JSON stays as it was sent: as a value it would be a text without quotation marks.
    ...(response.body.length === 0 ? {} : { body: isJson ? body : response.body.toString('utf8') }),
  };
}

const always = /^(content-type|location|link|range|etag|retry-after|www-authenticate|x-?ratelimit-.*)$/;

/** The headers of answers that mean something to the connector; all others change each time and tell about the service. */
function usedHeaders(released: ConnectorPackage): (header: string) => boolean {
  const named = canonicalJson(released).matchAll(/headers\.\[?([A-Za-z0-9-]+)/g);
  const names = new Set([...named].map(([, name]) => name!.toLowerCase()));
  return (header) => always.test(header) || names.has(header);
}
