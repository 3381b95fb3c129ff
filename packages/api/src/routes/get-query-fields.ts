import { nearest, Problem } from '@tallyhook/schemas';
import { askedFields } from '../questions/asked-fields.ts';
import { typeParameter } from '../record-body.ts';
import { defineRoute, sent } from '../route.ts';
import { sendWithEtag } from '../send-answer.ts';

export const getQueryFields = defineRoute({
  method: 'get',
  path: '/api/query/fields',
  access: 'read',
  summary: 'Lists what can be asked about a record type.',
  parameters: { type: typeParameter },
  answer: 'AskedType',
  also: { 304: { description: 'The client already has the current version.', isEmpty: true } },
  async handler(request, { store }, response) {
    const { branch } = request.caller;
    const { types } = branch;
    const { type: name } = request.parameters;
    const type = types.find((candidate) => candidate.name === name);
    if (type === undefined) {
      const near = nearest(
        name,
        types.map((candidate) => candidate.name),
      );
      const hint = near === undefined ? 'GET /api/types lists the available types.' : `did you mean "${near}"?`;
      throw new Problem('not_found', `The branch "${branch.name}" has no record type "${name}": ${hint}`);
    }
    sendWithEtag(request, response, { body: { type: name, fields: await askedFields(store, branch, type) } });
    return sent;
  },
});
