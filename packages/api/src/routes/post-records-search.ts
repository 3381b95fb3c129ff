import { leaveSignal } from '../leave-signal.ts';
import { searchLimitBytes, textLimitBytes } from '../parse-question.ts';
import { listMatching } from '../questions/list-matching.ts';
import { listParameters } from '../record-body.ts';
import { defineRoute } from '../route.ts';

/** A page of the records that a filter keeps, as `GET /api/records` has it, for filters too long for an address. */
export const postRecordsSearch = defineRoute({
  method: 'post',
  path: '/api/records/search',
  needs: 'read',
  parameters: listParameters,
  body: {
    limitBytes: searchLimitBytes,
    moreForTexts: textLimitBytes,
    isQuestion: true,
    // What a filter is, the reader of questions says, with every mistake.
    schema: { type: 'object', properties: { filter: {} }, required: ['filter'], additionalProperties: false },
  },
  async handler(request, response, deps) {
    const { caller, arrivedAt, parameters } = request;
    const { filter } = request.body as { filter: unknown };
    const listing = { ...parameters, limit: parameters.limit ?? 100, filter };
    response.json(await listMatching(deps, caller, { ...listing, arrivedAt, signal: leaveSignal(response) }));
  },
});
