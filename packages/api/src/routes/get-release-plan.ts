import { getConnectorFolder } from '@tallyhook/store/connectors';
import { planRelease } from '../folders/release-plan.ts';
import { defineRoute } from '../route.ts';

export const getReleasePlan = defineRoute({
  method: 'get',
  path: '/api/connector-folders/:id/release-plan',
  access: { person: 'manage' },
  summary: 'What a release of a connector in the making would change, and which workflows use it.',
  answer: 'ReleasePlan',
  problems: ['invalid_connector'],
  async handler(request, { store, kinds, folderWork }) {
    const { workspaceId } = request.caller;
    const connector = request.params.id;
    const { files } = await getConnectorFolder(store, { workspaceId, connector });
    const compiled = await folderWork.run({ kind: 'compile', files });
    return planRelease({ store, kinds }, { workspaceId, connector, compiled });
  },
});
