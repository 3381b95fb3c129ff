import { listRecords } from '@tallyhook/store/records';
import { parseFilter } from '../parse-question.ts';
import { listMatching } from '../questions/list-matching.ts';
import { nameRelated } from '../questions/name-related.ts';
import { listParameters, pageBody } from '../record-body.ts';
import { turnOf } from '../questions/turn-of.ts';
import { defineRoute } from '../route.ts';

/**
 * Lists a page of one type's records in creation order. With a filter, lists the matching records, newest first: the
 * records behind a group of an answer. With labels, it includes the names of related records.
 */
export const getRecords = defineRoute({
  method: 'get',
  path: '/api/records',
  access: 'read',
  summary: 'Lists a page of the records of one type; with a filter, only matching ones.',
  parameters: { ...listParameters, filter: { kind: 'text', maxLength: Infinity } },
  answer: 'RecordPage',
  problems: ['invalid_question', 'query_timeout', 'body_too_large'],
  async handler(request, deps, response) {
    const { caller } = request;
    const { type, limit = 100, cursor, filter, labels, ...clock } = request.parameters;
    if (filter === undefined) {
      const page = await listRecords(deps.store, caller.branch, type, { limit, cursor });
      return pageBody(labels ? await nameRelated(deps.store, caller.branch, page) : page);
    }
    const listing = { type, filter: parseFilter(filter), ...clock, limit, cursor, labels };
    return pageBody(await listMatching(deps, caller, { ...listing, turn: turnOf(request, response, deps) }));
  },
});
