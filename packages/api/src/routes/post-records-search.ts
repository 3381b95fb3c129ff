import { Problem } from '@tallyhook/schemas';
import { searchLimitBytes, textLimitBytes } from '../parse-question.ts';
import { listMatching } from '../questions/list-matching.ts';
import { listAt } from '../questions/list-window.ts';
import { listParameters, pageBody } from '../record-body.ts';
import { turnOf } from '../questions/turn-of.ts';
import { defineRoute } from '../route.ts';

const cursorAndPlace = 'A page has a cursor, or a place in an order (sort, offset), but not both: leave out one.';

export const postRecordsSearch = defineRoute({
  method: 'post',
  path: '/api/records/search',
  access: 'read',
  summary: 'Lists a page of the records of one type that match a filter: by cursor, or at a place of an order.',
  parameters: listParameters,
  body: { json: 'RecordSearch', limitBytes: searchLimitBytes, textLimitBytes, isQuestion: true },
  answer: 'RecordPage',
  problems: ['invalid_question', 'query_timeout'],
  async handler(request, deps, response) {
    const { caller, parameters } = request;
    const { filter, sort, offset } = request.body;
    const listing = { ...parameters, limit: parameters.limit ?? 100, filter };
    if (sort !== undefined || offset !== undefined) {
      if (parameters.cursor !== undefined) throw new Problem('invalid_request', cursorAndPlace);
      const turn = turnOf(request, response, deps);
      return pageBody(await listAt(deps, caller, { ...listing, sort, offset, turn }));
    }
    return pageBody(await listMatching(deps, caller, { ...listing, turn: turnOf(request, response, deps) }));
  },
});
