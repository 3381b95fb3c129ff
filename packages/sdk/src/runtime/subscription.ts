import {
  type ConnectorPackage,
  type ConnectorWebhook,
  createValidator,
  listNames,
  type Request,
} from '@tallyhook/schemas';
import { ActionError, asActionError } from '../action-error.ts';
import type { Http } from '../http/http.ts';
import { keptSecrets, readKept } from '../sign-in/kept-values.ts';
import { clientOf, secretsOfCall, type SignInClient } from '../sign-in/sign-in-values.ts';
import { policyOf } from './answer-policy.ts';
import type { Answer } from './answer.ts';
import { prepareRequest } from './build-request.ts';
import type { PreparedRequest } from './prepared-request.ts';
import { type AccountValues, redactError } from './redact.ts';
import { perform } from './run-action.ts';

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
  return prepareRequest(released, request, subscribeValues(released, name, call));
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
  return prepareRequest(released, unsubscribeOf(released, name), unsubscribeValues(released, name, call));
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
  const values = subscribeValues(released, name, call);
  return withoutSecrets(released, name, call, async () => {
    const answer = await ask(released, { prepared: prepareRequest(released, request, values), request, values }, way);
    return readKept(keep, { ...values, response: answer });
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
  const values = unsubscribeValues(released, name, call);
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

function unsubscribeOf(released: ConnectorPackage, name: string): Request {
  const declared = webhookOf(released, name).unsubscribe;
  if (declared !== undefined) return declared;
  throw new ActionError('fatal', `the webhook "${name}" must be removed by a person at the other service`);
}

function subscribeValues(released: ConnectorPackage, name: string, call: SubscriptionCall): object {
  const { hook, account, input = {} } = call;
  const declared = subscribeOf(released, name);
  const { input: schema = { type: 'object', properties: {} }, request } = declared;
  const mistakes = createValidator({ ...schema, additionalProperties: false })(input);
  if (mistakes.length > 0) {
    const sentences = mistakes.map(
      ({ pointer = '#', detail }) => `input${pointer.slice(1).replaceAll('/', '.')}: ${detail}`,
    );
    throw new ActionError('invalid_input', sentences.join('; '));
  }
  return { ...(input as object), hook, account: account ?? {}, ...clientFor(released, request, call) };
}

function unsubscribeValues(released: ConnectorPackage, name: string, call: SubscriptionCall): object {
  const { hook, account, subscription = {} } = call;
  const client = clientFor(released, unsubscribeOf(released, name), call);
  return { hook, subscription, account: account ?? {}, ...client };
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
