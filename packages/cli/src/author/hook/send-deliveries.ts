import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import type { Api } from '../../api.ts';
import { productAddress } from '../../product-address.ts';
import { readSession } from '../../session-file.ts';
import { defaultUrl, type Settings } from '../../settings.ts';
import { type CommonOptions, useApi } from '../../verb.ts';
import type { FoundDelivery } from './find-delivery.ts';

export interface SendHookOptions extends CommonOptions {
  times: number;
  to?: string;
}

/** One kept event of a delivery. */
export interface KeptEvent {
  /** The id under which the product keeps it. */
  id: string;
  /** `duplicate`: it had been kept before, and nothing runs twice. Unknown where the workspace does not see it. */
  result: 'new' | 'duplicate' | undefined;
  /** `accepted` by a workflow, `untriggered`, or `unlinked`; known to who is logged in. */
  outcome?: string;
  /** The runs it started, by their workflow id. */
  runs: string[];
}

export interface SentDelivery {
  status: number;
  body: string;
  deliveries: KeptEvent[];
  /** Why nothing was kept, where nothing was. */
  note?: string;
  /** What of it starts nothing although it should, such as two elements of one id. */
  warnings?: string[];
}

/** Sends a delivery several times, one after the other, and says what the product made of each. */
export async function sendDeliveries(
  settings: Settings,
  connector: string,
  delivery: FoundDelivery,
  options: SendHookOptions,
): Promise<SentDelivery[]> {
  const base = await findBase(settings, options);
  const before = await listKept(settings, options, connector);
  const seen = new Set((before ?? []).map(({ id }) => id));
  const sent: SentDelivery[] = [];
  for (let count = 0; count < options.times; count++) {
    const { status, body, ids } = await post(base, connector, delivery);
    const deliveries = ids.map((id): KeptEvent => {
      // One delivery may hold the same event twice.
      const result = seen.has(id) ? 'duplicate' : undefined;
      seen.add(id);
      return { id, result, runs: [] };
    });
    const { note, warnings } = delivery;
    const isEmpty = deliveries.length === 0;
    sent.push({ status, body, deliveries, ...(isEmpty && { note }), ...(warnings.length > 0 && { warnings }) });
  }
  if (before !== undefined) await addOutcomes(settings, options, connector, sent);
  return sent;
}

async function findBase(settings: Settings, { to, url }: SendHookOptions): Promise<string> {
  const session = await readSession(settings.sessionFile);
  return productAddress(to ?? url ?? settings.url ?? session?.url ?? defaultUrl).replace(/\/$/, '');
}

async function post(
  base: string,
  connector: string,
  { method, headers, query, body }: FoundDelivery,
): Promise<{ status: number; body: string; ids: string[] }> {
  const search = new URLSearchParams(query).toString();
  const url = `${base}/hooks/${connector}${search === '' ? '' : `?${search}`}`;
  // Loaded here: no other verb has to wait for it.
  const { request } = await import('undici');
  try {
    const answer = await request(url, { method: method as 'POST', headers, ...(method === 'POST' && { body }) });
    const ids = String(answer.headers['tallyhook-delivery'] ?? '')
      .split(', ')
      .filter((id) => id !== '');
    return { status: answer.statusCode, body: await answer.body.text(), ids };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem(
      'unavailable',
      `Nothing answered at ${base} (${code}). Start Tallyhook with \`npm start\`, or name its address with --to.`,
      { cause: error },
    );
  }
}

interface KeptRow {
  id: string;
  outcome: string;
  targets: { status: string; started: { workflowId: string } | null }[];
}

/** What the workspace sees; undefined where nobody is logged in there. */
async function listKept(
  settings: Settings,
  options: SendHookOptions,
  connector: string,
): Promise<KeptRow[] | undefined> {
  const list = (api: Api): Promise<{ deliveries: KeptRow[] }> =>
    api.call({ path: '/api/deliveries', query: { connector, limit: 200 } });
  try {
    return (await useApi(settings, { ...options, ...(options.to && { url: options.to }) }, list)).deliveries;
  } catch (error) {
    if (error instanceof Problem && ['sign_in_required', 'forbidden', 'wrong_credentials'].includes(error.code))
      return undefined;
    throw error;
  }
}

const longestWaitMs = 3_000;

/** Runs start after the answer: a moment is waited for those that are still to come. */
async function addOutcomes(
  settings: Settings,
  options: SendHookOptions,
  connector: string,
  sent: SentDelivery[],
): Promise<void> {
  const kept = sent.flatMap(({ deliveries }) => deliveries);
  const until = Date.now() + longestWaitMs;
  for (;;) {
    const rows = new Map(((await listKept(settings, options, connector)) ?? []).map((row) => [row.id, row]));
    for (const event of kept) {
      const row = rows.get(event.id);
      if (row === undefined) continue;
      event.result ??= 'new';
      event.outcome = row.outcome;
      event.runs = row.targets.flatMap(({ started }) => (started === null ? [] : [`run ${started.workflowId}`]));
    }
    const isWaiting = kept.some(({ id }) => rows.get(id)?.targets.some(({ status }) => status === 'waiting'));
    if (!isWaiting || Date.now() > until) return;
    await wait(100);
  }
}
