import { nearest, Problem } from '@tallyhook/schemas';
import { askedFields } from '../questions/asked-fields.ts';
import { typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';
import { sendWithEtag } from '../send-answer.ts';

/** What can be asked about a record type: its fields with their operators, measures and units. */
export const getQueryFields = defineRoute({
  method: 'get',
  path: '/api/query/fields',
  needs: 'read',
  parameters: { type: typeParameter },
  async handler(request, response, { store }) {
    const { branch } = request.caller;
    const { types } = branch;
    const { type: name } = request.parameters;
    const type = types.find((candidate) => candidate.name === name);
    if (type === undefined) {
      const near = nearest(
        name,
        types.map((candidate) => candidate.name),
      );
      const hint = near === undefined ? 'GET /api/types lists those it has.' : `did you mean "${near}"?`;
      throw new Problem('not_found', `The branch "${branch.name}" has no record type "${name}": ${hint}`);
    }
    sendWithEtag(request, response, { body: { type: name, fields: await askedFields(store, branch, type) } });
  },
});
