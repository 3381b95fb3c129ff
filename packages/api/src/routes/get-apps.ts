import { listAppOffers } from '@tallyhook/store/app-packages';
import { listInstalledApps } from '@tallyhook/store/apps';
import { defineRoute } from '../route.ts';

export const getApps = defineRoute({
  method: 'get',
  path: '/api/apps',
  access: 'read',
  summary: 'Lists the apps in the marketplace, and those on the branch.',
  answer: 'AppList',
  async handler(request, { store }) {
    const { workspaceId, branch } = request.caller;
    const [offers, installed] = await Promise.all([
      listAppOffers(store, workspaceId),
      listInstalledApps(store, branch),
    ]);
    const marketplace = offers.map(({ app, name, version, description, isPublic }) => ({
      ...{ app, name, version, description, isPublic },
    }));
    return { marketplace, installed };
  },
});
