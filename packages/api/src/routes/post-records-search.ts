import { searchLimitBytes, textLimitBytes } from '../parse-question.ts';
import { listMatching } from '../questions/list-matching.ts';
import { listParameters, pageBody } from '../record-body.ts';
import { turnOf } from '../questions/turn-of.ts';
import { defineRoute } from '../route.ts';

export const postRecordsSearch = defineRoute({
  method: 'post',
  path: '/api/records/search',
  access: 'read',
  summary: 'Lists a page of the records of one type that match a filter; for filters too long for a URL.',
  parameters: listParameters,
  body: { json: 'RecordSearch', limitBytes: searchLimitBytes, textLimitBytes, isQuestion: true },
  answer: 'RecordPage',
  problems: ['invalid_question', 'query_timeout'],
  async handler(request, deps, response) {
    const { caller, parameters } = request;
    const { filter } = request.body;
    const listing = { ...parameters, limit: parameters.limit ?? 100, filter };
    return pageBody(await listMatching(deps, caller, { ...listing, turn: turnOf(request, response, deps) }));
  },
});
