import { Problem } from '@tallyhook/schemas';
import type { DeliveryContent } from '@tallyhook/schemas/api';
import { maskSentCredentials, redactText, redactValue } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { readDelivery, readDeliveryBody, type Delivery } from '@tallyhook/store/deliveries';

const maxRawBytes = 256 * 1024;

/** The content of a delivery as people see it, without these secrets; null if it was not kept. */
export async function readContent(
  store: Store,
  id: string,
  secrets: readonly string[],
): Promise<DeliveryContent['content']> {
  const body = await readDeliveryBody(store, id).catch(nullIfNotKept);
  if (body === null) return null;
  const { payload, raw, headers, query, around = null } = body;
  return {
    payload: redactValue(payload, secrets) as object,
    raw: redactNullable(textOf(raw), secrets),
    headers: redactValue(maskSentCredentials(headers), secrets) as Record<string, string>,
    query: redactValue(maskSentCredentials(query), secrets) as typeof query,
    around: redactValue(around, secrets),
  };
}

const maxConflicts = 10;
/** All conflicts of one answer together. */
const maxConflictBytes = 5_000_000;

/** What came later under the id of a delivery with other content. */
export async function readConflicts(
  store: Store,
  { conflicts }: Delivery,
  secrets: readonly string[],
): Promise<DeliveryContent['conflicts']> {
  const shown: DeliveryContent['conflicts'] = [];
  let sizeBytes = 0;
  for (const { at, delivery: id } of conflicts.slice(0, maxConflicts)) {
    // One after the other: each may be as large as the largest body that is accepted.
    const read = id === null ? null : await readDelivery(store, id).catch(nullIfNotKept);
    if (read === null) continue;
    const { body, delivery } = read;
    sizeBytes += body.raw.length;
    if (sizeBytes > maxConflictBytes) break;
    shown.push({ id: delivery.id, at, event: delivery.event, payload: redactValue(body.payload, secrets) });
  }
  return shown;
}

const redactNullable = (text: string | null, secrets: readonly string[]): string | null =>
  text === null ? null : redactText(text, secrets);

function nullIfNotKept(error: unknown): null {
  if (error instanceof Problem) return null;
  throw error;
}

function textOf(raw: Buffer): string | null {
  const isShort = raw.length <= maxRawBytes;
  try {
    // A shortened text may end within a character.
    return new TextDecoder('utf-8', { fatal: isShort }).decode(isShort ? raw : raw.subarray(0, maxRawBytes));
  } catch {
    return null;
  }
}

/** Why a delivery started nothing, and what to do; null if it started something. */
export function reasonOf({ outcome, targets, event, connector }: Delivery): string | null {
  if (outcome === 'unlinked')
    return `Nobody had linked this account of ${connector} when it came: link it, and send it again.`;
  if (outcome === 'conflict')
    return 'Another delivery came before with this id and other content, so this one started nothing: replay it if it is the right one.';
  if (outcome === 'untriggered')
    return `No workflow that was on takes "${event}" with this content: check events, conditions and account of the trigger, or replay it.`;
  const refused = targets.filter(({ status }) => status === 'refused');
  if (refused.length < targets.length) return null;
  return refused.map(({ reason }) => reason).join(' ');
}
