import { listRecords } from '@tallyhook/store';
import { leaveSignal } from '../leave-signal.ts';
import { parseFilter } from '../parse-question.ts';
import { listMatching } from '../questions/list-matching.ts';
import { typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

/**
 * A page of the records of one type, in the order they were made; with a filter as questions have it, those that it
 * keeps, the newest first: the records of a group of an answer.
 */
export const getRecords = defineRoute({
  method: 'get',
  path: '/api/records',
  needs: 'read',
  parameters: {
    type: typeParameter,
    limit: { kind: 'integer', minimum: 1, maximum: 1000 },
    cursor: { kind: 'text', maxLength: 200 },
    filter: { kind: 'text', maxLength: Infinity },
    timezone: { kind: 'text', maxLength: 64 },
    weekStart: { kind: 'choice', values: ['monday', 'sunday', 'saturday'] },
  },
  async handler(request, response, deps) {
    const { caller, arrivedAt } = request;
    const { type, limit = 100, cursor, filter, ...clock } = request.parameters;
    if (filter === undefined || !caller.branch.types.some(({ name }) => name === type)) {
      response.json(await listRecords(deps.store, caller.branch, type, { limit, cursor }));
      return;
    }
    const listing = { type, filter: parseFilter(filter), ...clock, limit, cursor };
    response.json(await listMatching(deps, caller, { ...listing, arrivedAt, signal: leaveSignal(response) }));
  },
});
