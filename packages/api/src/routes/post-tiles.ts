import { newId } from '@tallyhook/store';
import { getDefinition } from '@tallyhook/store/definitions';
import { changeTiles } from '../dashboards/change-tiles.ts';
import { addTile } from '../dashboards/tiles.ts';
import { defineRoute } from '../route.ts';

export const postTiles = defineRoute({
  method: 'post',
  path: '/api/dashboards/:id/tiles',
  access: 'write',
  summary: 'Adds a report to a dashboard.',
  body: 'NewTile',
  answer: 'SavedDashboard',
  status: 201,
  problems: ['revision_conflict', 'read_only'],
  async handler(request, deps) {
    const { id = newId(), report, width = 1, before } = request.body;
    // A restored tile may point to a report deleted meanwhile; it then shows that.
    if (request.body.id === undefined) {
      await getDefinition(deps.store, request.caller.branch, 'report', report);
    }
    return changeTiles(deps, request.caller, request.params.id, (tiles) =>
      addTile(tiles, { id, report, width, before }),
    );
  },
});
