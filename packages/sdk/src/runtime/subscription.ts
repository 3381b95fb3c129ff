import {
  type ConnectorPackage,
  type ConnectorWebhook,
  createValidator,
  listNames,
  type Request,
} from '@tallyhook/schemas';
import { ActionError, asActionError } from '../action-error.ts';
import type { Http } from '../http/http.ts';
import { refuseMissingScope } from '../sign-in/scopes.ts';
import { keptSecrets, readKept } from '../sign-in/kept-values.ts';
import { clientOf, secretsOfCall, type SignInClient } from '../sign-in/sign-in-values.ts';
import { policyOf } from './answer-policy.ts';
import type { Answer } from './answer.ts';
import { prepareRequest } from './build-request.ts';
import { type Moment, momentOf } from './moment.ts';
import type { PreparedRequest } from './prepared-request.ts';
import { type AccountValues, redactError } from './redact.ts';
import { perform } from './run-action.ts';
import type { Turns } from './take-turn.ts';

/** The values for a webhook's subscribe or unsubscribe request. */
export interface SubscriptionCall {
  /** The address for deliveries, and a random secret made for this subscription. */
  hook: { url: string; secret: string };
  account?: AccountValues | null;
  /** The OAuth 2 client of the installation. Not needed if each account has its own, or if no request uses it. */
  client?: SignInClient | undefined;
  /** The person's input for the subscription. */
  input?: unknown;
  /** The values kept when subscribing. */
  subscription?: Readonly<Record<string, string>>;
}

/** How and when the requests of a subscription are sent. */
export interface SubscriptionWay {
  http: Http;
  signal?: AbortSignal;
  now?: () => number;
  /** Where requests of other processes count too. Default: only this process' requests count. */
  turns?: Turns;
}

/**
 * Builds the request that subscribes a webhook.
 * @throws ActionError.
 */
export function buildSubscribeRequest(
  released: ConnectorPackage,
  name: string,
  call: SubscriptionCall,
): PreparedRequest {
  const { request } = subscribeOf(released, name);
  refuseWithoutScope(released, name, call);
  const values = { ...subscribeValues(released, name, call), hook: hookOf(released, name, call, {}), ...clockOf({}) };
  return prepareRequest(released, request, values);
}

/**
 * Builds the request that unsubscribes a webhook.
 * @throws ActionError.
 */
export function buildUnsubscribeRequest(
  released: ConnectorPackage,
  name: string,
  call: SubscriptionCall,
): PreparedRequest {
  const request = unsubscribeOf(released, name);
  return prepareRequest(released, request, { ...laterValues(released, request, call), ...clockOf({}) });
}

/**
 * Subscribes a webhook at the other service and returns the values to keep.
 * @throws ActionError.
 */
export async function subscribe(
  released: ConnectorPackage,
  name: string,
  call: SubscriptionCall,
  way: SubscriptionWay,
): Promise<Record<string, string>> {
  const { request, keep = {} } = subscribeOf(released, name);
  refuseWithoutScope(released, name, call);
  const values = { ...subscribeValues(released, name, call), hook: hookOf(released, name, call, way), ...clockOf(way) };
  return withoutSecrets(released, name, call, async () => {
    const answer = await ask(released, { prepared: prepareRequest(released, request, values), request, values }, way);
    return checkEnd(readKept(keep, { ...values, response: answer }));
  });
}

/**
 * Extends a subscription at the other service before it ends. Returns all values to keep.
 * @throws ActionError; `not_found` or `gone` if the service no longer knows it.
 */
export async function renew(
  released: ConnectorPackage,
  name: string,
  call: SubscriptionCall,
  way: SubscriptionWay,
): Promise<Record<string, string>> {
  const { request, keep = {} } = renewOf(released, name);
  refuseWithoutScope(released, name, call);
  const { subscription: known = {} } = call;
  const values = { ...laterValues(released, request, call), hook: hookOf(released, name, call, way), ...clockOf(way) };
  return withoutSecrets(released, name, call, async () => {
    const answer = await ask(released, { prepared: prepareRequest(released, request, values), request, values }, way);
    return checkEnd({ ...known, ...readKept(keep, { ...values, response: answer }, { known }) });
  });
}

/**
 * Unsubscribes a webhook at the other service.
 * @throws ActionError.
 */
export async function unsubscribe(
  released: ConnectorPackage,
  name: string,
  call: SubscriptionCall,
  way: SubscriptionWay,
): Promise<void> {
  const request = unsubscribeOf(released, name);
  const values = { ...laterValues(released, request, call), ...clockOf(way) };
  await withoutSecrets(released, name, call, () =>
    ask(released, { prepared: prepareRequest(released, request, values), request, values }, way),
  );
}

function webhookOf({ connector, webhooks }: ConnectorPackage, name: string): ConnectorWebhook {
  const webhook = Object.hasOwn(webhooks, name) ? webhooks[name] : undefined;
  if (webhook !== undefined) return webhook;
  const known = listNames(Object.keys(webhooks), name);
  throw new ActionError('fatal', `the connector "${connector.id}" has no webhook "${name}"; it has ${known}`);
}

function subscribeOf(released: ConnectorPackage, name: string): NonNullable<ConnectorWebhook['subscribe']> {
  const declared = webhookOf(released, name).subscribe;
  if (declared !== undefined) return declared;
  throw new ActionError('fatal', `the webhook "${name}" must be set up by a person at the other service`);
}

function refuseWithoutScope(released: ConnectorPackage, name: string, { account }: SubscriptionCall): void {
  const { label } = webhookOf(released, name);
  refuseMissingScope(released, { label, ...subscribeOf(released, name) }, account);
}

function renewOf(released: ConnectorPackage, name: string): NonNullable<ConnectorWebhook['renew']> {
  const declared = webhookOf(released, name).renew;
  if (declared !== undefined) return declared;
  throw new ActionError('fatal', `the webhook "${name}" declares no "renew"`);
}

function unsubscribeOf(released: ConnectorPackage, name: string): Request {
  const declared = webhookOf(released, name).unsubscribe;
  if (declared !== undefined) return declared;
  throw new ActionError('fatal', `the webhook "${name}" must be removed by a person at the other service`);
}

function subscribeValues(released: ConnectorPackage, name: string, call: SubscriptionCall): object {
  const { account, input = {} } = call;
  const declared = subscribeOf(released, name);
  const { input: schema = { type: 'object', properties: {} }, request } = declared;
  const mistakes = createValidator({ ...schema, additionalProperties: false })(input);
  if (mistakes.length > 0) {
    const sentences = mistakes.map(
      ({ pointer = '#', detail }) => `input${pointer.slice(1).replaceAll('/', '.')}: ${detail}`,
    );
    throw new ActionError('invalid_input', sentences.join('; '));
  }
  return { ...(input as object), account: account ?? {}, ...clientFor(released, request, call) };
}

/** The values for the requests about a subscription that was made. */
function laterValues(released: ConnectorPackage, request: Request, call: SubscriptionCall): object {
  const { hook, account, subscription = {} } = call;
  return { hook, subscription, account: account ?? {}, ...clientFor(released, request, call) };
}

/** What the service is given, with the moment until which the subscription is requested. */
function hookOf(
  released: ConnectorPackage,
  name: string,
  { hook }: SubscriptionCall,
  { now = Date.now }: Pick<SubscriptionWay, 'now'>,
): SubscriptionCall['hook'] & { until?: string; untilSeconds?: number; untilMilliseconds?: number } {
  const { lastsSeconds } = subscribeOf(released, name);
  if (lastsSeconds === undefined) return hook;
  const { iso: until, seconds: untilSeconds, milliseconds: untilMilliseconds } = momentOf(now() + lastsSeconds * 1000);
  return { ...hook, until, untilSeconds, untilMilliseconds };
}

/** The present time as templates read it. */
function clockOf({ now = Date.now }: Pick<SubscriptionWay, 'now'>): { now: Moment } {
  return { now: momentOf(now()) };
}

/**
 * The moment, in milliseconds since 1970, when a subscription ends unless it is renewed; null if it does not end.
 * @throws ActionError `fatal` if the kept `endsAt` is not a moment.
 */
export function subscriptionEnd({ endsAt }: Readonly<Record<string, string>>): number | null {
  if (endsAt === undefined) return null;
  const number = /^\d{1,14}$/.test(endsAt) ? Number(endsAt) : undefined;
  // Ten digits of seconds last until 2286; eleven are milliseconds since 1973.
  const end = number === undefined ? Date.parse(endsAt) : endsAt.length > 10 ? number : number * 1000;
  if (Number.isFinite(end)) return end;
  throw new ActionError(
    'fatal',
    `keep.endsAt: ${JSON.stringify(endsAt)} is neither an ISO 8601 time nor seconds or milliseconds since 1970`,
  );
}

function checkEnd(kept: Record<string, string>): Record<string, string> {
  subscriptionEnd(kept);
  return kept;
}

/**
 * The client, if the request uses it.
 * @throws ActionError `auth` if there is none.
 */
function clientFor(released: ConnectorPackage, request: Request, call: SubscriptionCall): { client?: SignInClient } {
  const showsClient = /\{\{[^}]*(?<![\w.])client\./.test(JSON.stringify(request));
  return showsClient ? { client: clientOfCall(released, call) } : {};
}

function clientOfCall(released: ConnectorPackage, { account, client }: SubscriptionCall): SignInClient {
  return clientOf(released, { account: account ?? {}, client });
}

function ask(
  { connector }: ConnectorPackage,
  { prepared, request, values }: { prepared: PreparedRequest; request: Request; values: object },
  options: SubscriptionWay,
): Promise<Answer> {
  return perform(prepared, { declared: request, values, policy: policyOf(connector), options });
}

async function withoutSecrets<T>(
  released: ConnectorPackage,
  name: string,
  call: SubscriptionCall,
  work: () => Promise<T>,
): Promise<T> {
  const { account, client, hook, subscription = {} } = call;
  try {
    return await work();
  } catch (error) {
    const kept = keptSecrets(webhookOf(released, name).subscribe?.keep).flatMap((key) => subscription[key] ?? []);
    const own = [hook.secret, ...kept];
    throw redactError(asActionError(error), secretsOfCall(released, { account: account ?? {}, client }, own));
  }
}
