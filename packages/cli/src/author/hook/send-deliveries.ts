import { Problem } from '@tallyhook/schemas';
import { productAddress } from '../../product-address.ts';
import { readSession } from '../../session-file.ts';
import { defaultUrl, type Settings } from '../../settings.ts';
import { useApi, type CommonOptions } from '../../verb.ts';
import type { FoundDelivery } from './find-delivery.ts';
import { findOutcomes, type KeptEvent } from './find-outcomes.ts';

export interface SendHookOptions extends CommonOptions {
  times: number;
  to?: string;
  /** The linked account whose own address gets the delivery. */
  account?: string;
}

export interface SentDelivery {
  status: number;
  body: string;
  deliveries: KeptEvent[];
  /** Why nothing was stored, or what to do if the connector is not installed. */
  note?: string;
  /** Reasons why part of the delivery starts nothing although it should, such as two elements with one id. */
  warnings?: string[];
}

/** Sends a delivery several times in sequence and reports what the product did with each. */
export async function sendDeliveries(
  settings: Settings,
  connector: string,
  delivery: FoundDelivery,
  options: SendHookOptions,
): Promise<SentDelivery[]> {
  const base = await findBase(settings, options);
  const path = await findPath(settings, connector, options);
  const seen = new Set<string>();
  const sent: SentDelivery[] = [];
  for (let count = 0; count < options.times; count++) {
    const { status, body, kept } = await post(base, path, delivery);
    const deliveries = kept.map(({ id, result }): KeptEvent => {
      // One delivery may contain the same event twice.
      const known = seen.has(id) ? 'duplicate' : undefined;
      seen.add(id);
      return { id, result: result ?? known, runs: [] };
    });
    const { warnings } = delivery;
    const note = status === 404 ? notThere(connector) : delivery.note;
    const isEmpty = deliveries.length === 0;
    sent.push({ status, body, deliveries, ...(isEmpty && { note }), ...(warnings.length > 0 && { warnings }) });
  }
  const { to, ...common } = options;
  const isForAll = delivery.events.every(({ externalId }) => externalId === null);
  await findOutcomes(
    settings,
    sent.flatMap(({ deliveries }) => deliveries),
    { ...common, ...(to && { url: to }), connector, isForAll },
  );
  return sent;
}

function notThere(connector: string): string {
  return (
    `install the connector with \`tallyhook connectors install ${connector}\`; if the marketplace does not have it, ` +
    'release it first with `tallyhook release <folder>`'
  );
}

/** The common address of the connector, or the own one of the account. */
async function findPath(settings: Settings, connector: string, options: SendHookOptions): Promise<string> {
  const { account } = options;
  if (account === undefined) return `/hooks/${connector}`;
  const accounts = await useApi(settings, options, (api) => api.call('GET /api/accounts', { query: { connector } }));
  const found = accounts.find(({ id }) => id === account);
  if (found?.hookAddress === null)
    throw new Problem('forbidden', 'Readers do not see the address of an account: ask a member of the workspace.');
  if (found !== undefined) return new URL(found.hookAddress).pathname;
  const known = accounts.map(({ id, label }) => `${id} (${label})`).join(', ') || 'none';
  throw new Problem('not_found', `There is no account "${account}" of "${connector}". There are: ${known}.`);
}

async function findBase(settings: Settings, { to, url }: SendHookOptions): Promise<string> {
  const session = await readSession(settings.sessionFile);
  return productAddress(to ?? url ?? settings.url ?? session?.url ?? defaultUrl).replace(/\/$/, '');
}

async function post(
  base: string,
  path: string,
  { method, headers, query, body }: FoundDelivery,
): Promise<{ status: number; body: string; kept: Pick<KeptEvent, 'id' | 'result'>[] }> {
  const search = new URLSearchParams(query).toString();
  const url = `${base}${path}${search === '' ? '' : `?${search}`}`;
  // Loaded on demand; other verbs don't need it.
  const { request } = await import('undici');
  try {
    const answer = await request(url, { method: method as 'POST', headers, ...(method === 'POST' && { body }) });
    const results = listOf(answer.headers['tallyhook-result']);
    const kept = listOf(answer.headers['tallyhook-delivery']).map((id, index) => {
      return { id, result: results[index] as KeptEvent['result'] };
    });
    return { status: answer.statusCode, body: await answer.body.text(), kept };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem(
      'unavailable',
      `Nothing answered at ${base} (${code}). Start Tallyhook with \`npm start\`, or pass its address with --to.`,
      { cause: error },
    );
  }
}

function listOf(header: string | string[] | undefined): string[] {
  return String(header ?? '')
    .split(', ')
    .filter((entry) => entry !== '');
}
