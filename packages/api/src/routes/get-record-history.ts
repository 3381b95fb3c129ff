import { people } from '@tallyhook/schemas';
import { getRecords, readRecordHistory } from '@tallyhook/store/records';
import { Problem } from '@tallyhook/schemas';
import { nameRelated } from '../questions/name-related.ts';
import { typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

export const getRecordHistory = defineRoute({
  method: 'get',
  path: '/api/records/:id/history',
  access: 'read',
  summary: 'Lists the changes of a record, the newest first, also those of a deleted one.',
  parameters: {
    type: typeParameter,
    before: { kind: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
    limit: { kind: 'integer', minimum: 1, maximum: 100 },
  },
  answer: 'RecordHistory',
  async handler(request, { store }) {
    const { branch } = request.caller;
    const { type, before, limit = 50 } = request.parameters;
    const { id } = request.params;
    // Refuses unknown types, too.
    const now = await getRecords(store, branch, type, [id]);
    const isId = /^[0-9a-f]{24}$/.test(id);
    const found = isId ? await readRecordHistory(store, branch, { type, id, before, limit: limit + 1 }) : [];
    if (now.size === 0 && found.length === 0)
      throw new Problem('not_found', `There is no record "${id.slice(0, 100)}" of type "${type}" on this branch.`);
    const changes = found.slice(0, limit);
    const versions = changes.flatMap((change) => [change.before, change.after].filter((one) => one !== null));
    const page = { records: [...versions, ...now.values()], sizeBytes: 0 };
    const writers = [...now.values()].flatMap(({ createdBy, updatedBy }) => [createdBy, updatedBy]);
    const by = [...changes.map((change) => change.by), ...writers];
    const { labels = {} } = await nameRelated(store, branch, page, { [people]: by });
    return { changes, labels, ...(found.length > limit && { nextBefore: changes.at(-1)!.number }) };
  },
});
