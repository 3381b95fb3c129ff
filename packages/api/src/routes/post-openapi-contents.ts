import { packageLimitBytes } from '../connectors/package-body.ts';
import { defineRoute } from '../route.ts';

export const postOpenapiContents = defineRoute({
  method: 'post',
  path: '/api/openapi-contents',
  access: { person: 'manage' },
  summary: 'Lists the operations and sign-ins of an OpenAPI document that a connector can begin with.',
  body: { json: 'OpenapiContentsPost', limitBytes: packageLimitBytes },
  answer: 'OpenapiContents',
  problems: ['invalid_connector', 'invalid_input'],
  async handler(request, { folderWork }) {
    const { title, operations, signIns } = await folderWork.run({ kind: 'contents', document: request.body.document });
    return {
      ...{ title, signIns },
      operations: operations.map(({ summary, ...operation }) => ({ ...operation, summary: summary ?? null })),
    };
  },
});
