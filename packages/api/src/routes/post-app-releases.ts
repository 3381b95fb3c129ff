import { readAppPackage } from '@tallyhook/sdk';
import { releaseApp } from '@tallyhook/store/app-packages';
import { checkAppWorkflows } from '../apps/check-app-workflows.ts';
import { packageLimitBytes } from '../connectors/package-body.ts';
import { defineRoute } from '../route.ts';

export const postAppReleases = defineRoute({
  method: 'post',
  path: '/api/app-releases',
  access: { person: 'manage' },
  summary: "Releases an app package: for everybody from the operators' workspace, else for the workspace alone.",
  body: { json: 'AppPackage', unchecked: 'object', limitBytes: packageLimitBytes },
  answer: 'AppRelease',
  status: 201,
  problems: ['invalid_input', 'already_exists'],
  handler(request, { store, kinds }) {
    const { workspaceId, by } = request.caller;
    const released = readAppPackage(request.body);
    checkAppWorkflows(released.app, kinds);
    return releaseApp(store, released, { workspaceId, by });
  },
});
