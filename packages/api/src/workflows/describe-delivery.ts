import { Problem } from '@tallyhook/schemas';
import type { DeliveryContent } from '@tallyhook/schemas/api';
import { namesSentCredential } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { readConflictBody, readDeliveryBody, type Delivery } from '@tallyhook/store/deliveries';

const maxRawBytes = 256 * 1024;
const mask = '••••';

/** The content of a delivery as people see it; null if it was not kept. */
export async function readContent(store: Store, id: string): Promise<DeliveryContent['content']> {
  const body = await readDeliveryBody(store, id).catch(nullIfNotKept);
  if (body === null) return null;
  const { payload, raw, headers, query, around = null } = body;
  const shown = Object.entries(headers).map(([name, value]) => [name, namesSentCredential(name) ? mask : value]);
  const asked = Object.entries(query).map(([name, value]) => [name, namesSentCredential(name) ? mask : value]);
  return {
    payload: payload as object,
    raw: textOf(raw),
    headers: Object.fromEntries(shown) as Record<string, string>,
    query: Object.fromEntries(asked) as Record<string, unknown>,
    around,
  };
}

const maxConflicts = 10;

/** What came later under the id of a delivery with other content. */
export async function readConflicts(store: Store, { id, conflicts }: Delivery): Promise<DeliveryContent['conflicts']> {
  const shown = await Promise.all(
    conflicts.slice(0, maxConflicts).map(async ({ at }, index) => {
      const body = await readConflictBody(store, id, index).catch(nullIfNotKept);
      return body === null ? [] : [{ at, event: body.event, payload: body.payload }];
    }),
  );
  return shown.flat();
}

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
  if (outcome === 'untriggered')
    return `No workflow that was on takes "${event}" with this content: check events, conditions and account of the trigger, or replay it.`;
  const refused = targets.filter(({ status }) => status === 'refused');
  if (refused.length < targets.length) return null;
  return refused.map(({ reason }) => reason).join(' ');
}
