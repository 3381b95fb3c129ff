import { releaseFolder } from '../folders/release-folder.ts';
import { defineRoute } from '../route.ts';

export const postFolderReleases = defineRoute({
  method: 'post',
  path: '/api/connector-folders/:id/releases',
  access: { person: 'manage' },
  summary: 'Releases a connector in the making with a version, after all checks and fixtures.',
  body: 'FolderRelease',
  answer: 'Release',
  status: 201,
  problems: ['invalid_connector', 'revision_conflict', 'already_exists'],
  async handler(request, deps) {
    const { workspaceId, by } = request.caller;
    return releaseFolder(deps, { workspaceId, connector: request.params.id }, request.body, by);
  },
});
