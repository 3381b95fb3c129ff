import { setTimeout as pause } from 'node:timers/promises';
import type { Question } from '@tallyhook/schemas';
import type { IndexSpeed, Speed } from '@tallyhook/schemas/api';
import type { Calls } from '../columns/calls.ts';

/** Speed suggests indexes for questions that were asked this often, or shows them at least. */
const timesAsked = 5;
const buildLimitMs = 600_000;

/** An index that was built, with the size that was expected. */
export interface BuiltIndex extends IndexSpeed {
  expectedBytes: number | null;
}

/**
 * Asks the questions as reports do, then builds what Speed offers for them, as its page does. Some turn up only once
 * others exist, so looks again until there is nothing left.
 */
export async function buildSuggestedIndexes(
  owner: Calls,
  workspaceId: string,
  questions: readonly Question[],
): Promise<BuiltIndex[]> {
  const place = new URLSearchParams({ workspace: workspaceId, branch: 'main' }).toString();
  for (const question of questions) {
    const q = encodeURIComponent(JSON.stringify(question));
    for (let time = 0; time < timesAsked; time++) await owner.send('GET', `/api/query?${place}&report=bench&q=${q}`);
  }
  const read = async () => (JSON.parse(await owner.send('GET', `/api/speed?${place}`)) as Speed).indexes;
  const expected = new Map<string, number | null>();
  for (;;) {
    const offered = (await read()).filter(({ index }) => index.state === 'off');
    if (offered.length === 0) break;
    for (const one of offered) {
      expected.set(nameOf(one), one.likelyBytes);
      const fields = one.fields.map(({ field }) => field);
      await owner.send('PUT', `/api/speed/${one.type}?${place}`, { fields, on: true });
    }
    await whenBuilt(read);
  }
  return (await read()).map((one) => ({ ...one, expectedBytes: expected.get(nameOf(one)) ?? null }));
}

/** `bench_ticket: status, openedAt` */
export const nameOf = ({ type, fields }: IndexSpeed): string =>
  `${type}: ${fields.map(({ field }) => field).join(', ')}`;

async function whenBuilt(read: () => Promise<IndexSpeed[]>): Promise<void> {
  const until = Date.now() + buildLimitMs;
  for (;;) {
    const indexes = await read();
    const failed = indexes.find(({ index }) => index.state === 'failed');
    if (failed) throw new Error(`Speed could not build the index on ${nameOf(failed)}: ${failed.index.error}`);
    if (indexes.every(({ index }) => index.state !== 'building')) return;
    if (Date.now() > until) throw new Error('Speed is still building indexes after ten minutes.');
    await pause(500);
  }
}
