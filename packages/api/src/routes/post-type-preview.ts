import { previewType } from '@tallyhook/store/types';
import { refuseOtherName } from '../refuse-other-name.ts';
import { defineRoute } from '../route.ts';
import { findStopped } from '../stops/find-stopped.ts';

export const postTypePreview = defineRoute({
  method: 'post',
  path: '/api/types/:name/preview',
  access: 'write',
  summary:
    'Tells what a change of a record type would do to its records, and which values would be lost; and what uses the type in a way that would stop.',
  body: { json: 'TypeChange', limitBytes: 256 * 1024 },
  answer: 'TypeChangePreview',
  status: 200,
  problems: ['read_only'],
  async handler(request, services) {
    const { branch } = request.caller;
    const { type } = request.body;
    refuseOtherName(type, request.params.name);
    const preview = await previewType(services.store, branch, type);
    const after = branch.types.map((one) => (one.name === type.name ? { ...one, ...type } : one));
    return { ...preview, stops: await findStopped(services, branch, { after }) };
  },
});
