import type { Report } from '@tallyhook/schemas';
import { getWorkspace } from '@tallyhook/store/workspaces';
import { defineRoute } from '../route.ts';
import { openShared } from '../shares/open-shared.ts';
import { shownTypes } from '../shares/shown-fields.ts';

export const postShared = defineRoute({
  method: 'post',
  path: '/api/shared',
  access: 'anyone',
  summary: 'Says what a link shows.',
  body: { json: 'ShareSecret', limitBytes: 8 * 1024 },
  answer: 'SharedPage',
  problems: ['not_found', 'too_many_requests'],
  async handler(request, deps, response) {
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    response.setHeader('Cache-Control', 'no-store');
    const { link, caller, name, description, reports } = await openShared(deps, request, request.body.secret);
    const { name: workspace } = await getWorkspace(deps.store, link.workspaceId);
    const definitions = reports.map(({ report }) => report.definition as Report);
    return {
      kind: link.kind,
      name,
      workspace,
      ...(description !== undefined && { description }),
      expiresAt: link.expiresAt,
      reports: reports.map(({ report, width }, index) => {
        const { chart, goal, description: about } = definitions[index]!;
        const parts = { ...(goal && { goal }), ...(about !== undefined && { description: about }) };
        return { id: report.id, name: report.name, chart, width, ...parts };
      }),
      types: shownTypes(definitions, caller.branch.types),
    };
  },
});
