import { Problem } from '@tallyhook/schemas';
import { isBulk, readNewChanges } from '@tallyhook/store/changes';
import { readWriteCounter } from '@tallyhook/store/collections';
import { nameRelated } from '../questions/name-related.ts';
import { typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

const maxNews = 500;

export const getRecordNews = defineRoute({
  method: 'get',
  path: '/api/record-news',
  access: 'read',
  summary:
    'Lists what has happened to the records of a type since an earlier answer; the first one only says since when.',
  parameters: { type: typeParameter, since: { kind: 'text', maxLength: 700 } },
  answer: 'RecordNews',
  async handler(request, { store }) {
    const { branch } = request.caller;
    const { type, since } = request.parameters;
    if (!branch.types.some(({ name }) => name === type))
      throw new Problem('not_found', `The branch "${branch.name}" has no record type "${type}".`);
    const { slots } = await readWriteCounter(store, branch, type);
    const now = slots.join('.');
    if (since === undefined) return { since: now, isComplete: true, changes: [] };
    const { entries } = await readNewChanges(store, branch, {
      ...{ type, upTo: slots, limit: maxNews + 1 },
      after: readSince(since, slots.length),
    });
    const single = entries.filter((entry) => !isBulk(entry));
    const isComplete = entries.length <= maxNews && single.length === entries.length;
    if (!isComplete) return { since: now, isComplete, changes: [] };
    const changes = single.map(({ kind, id, by, after }) => ({ kind, id, by, record: after }));
    const records = changes.flatMap(({ record }) => record ?? []);
    const { labels = {} } = await nameRelated(store, branch, { records, sizeBytes: 0 });
    return { since: now, isComplete, changes, labels };
  },
});

function readSince(text: string, count: number): number[] {
  const slots = text.split('.').map(Number);
  const isRight = slots.length === count && slots.every((slot) => Number.isSafeInteger(slot) && slot >= 0);
  if (isRight) return slots;
  throw new Problem('invalid_request', 'The parameter "since" is not from an earlier answer: leave it out to begin.');
}
