import { changeTiles } from '../dashboards/change-tiles.ts';
import { removeTile } from '../dashboards/tiles.ts';
import { defineRoute } from '../route.ts';

export const deleteTile = defineRoute({
  method: 'delete',
  path: '/api/dashboards/:id/tiles/:tile',
  access: 'write',
  summary: 'Removes a tile; its report stays.',
  answer: 'SavedDashboard',
  problems: ['revision_conflict', 'read_only'],
  async handler(request, deps) {
    const { id, tile } = request.params;
    return changeTiles(deps, request.caller, id, (tiles) => removeTile(tiles, tile));
  },
});
