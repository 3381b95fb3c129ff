import { previewType } from '@tallyhook/store/types';
import { refuseOtherName } from '../refuse-other-name.ts';
import { defineRoute } from '../route.ts';

export const postTypePreview = defineRoute({
  method: 'post',
  path: '/api/types/:name/preview',
  access: 'write',
  summary: 'Tells what a change of a record type would do to its records, and which values would be lost.',
  body: { json: 'TypeChange', limitBytes: 256 * 1024 },
  answer: 'TypeChangePreview',
  status: 200,
  problems: ['read_only'],
  async handler(request, { store }) {
    const { type } = request.body;
    refuseOtherName(type, request.params.name);
    return previewType(store, request.caller.branch, type);
  },
});
