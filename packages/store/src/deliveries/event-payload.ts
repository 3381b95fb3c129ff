import { createHash } from 'node:crypto';
import type { WorkflowCondition } from '@tallyhook/schemas';
import { meetsConditions } from '@tallyhook/schemas/kinds';

/**
 * The payload of an event as it is stored. A large one may have been read in another thread, which then also tests it.
 */
export interface EventPayload {
  text: Buffer;
  /** The digest of the event's name and payload, which differs between a repeat and a conflict. */
  sha256: string;
  meets(conditions: readonly WorkflowCondition[]): boolean | Promise<boolean>;
}

/** Only the test of a payload, for readings that are not stored. */
export function payloadTest(value: unknown): Pick<EventPayload, 'meets'> {
  return { meets: (conditions) => meetsConditions(conditions, value) };
}

/** Makes the payload of an event from its value. */
export function eventPayload(event: string, value: unknown): EventPayload {
  const text = Buffer.from(JSON.stringify(value ?? null));
  const sha256 = createHash('sha256')
    .update(`${JSON.stringify(event)}\n`)
    .update(text)
    .digest('hex');
  return { text, sha256, ...payloadTest(value) };
}
