import { changeTiles } from '../dashboards/change-tiles.ts';
import { changeTile } from '../dashboards/tiles.ts';
import { defineRoute } from '../route.ts';

export const patchTile = defineRoute({
  method: 'patch',
  path: '/api/dashboards/:id/tiles/:tile',
  access: 'write',
  summary: 'Moves a tile or changes its width.',
  body: 'TilePatch',
  answer: 'SavedDashboard',
  problems: ['revision_conflict', 'read_only'],
  async handler(request, deps) {
    const { id, tile } = request.params;
    const change = request.body;
    return changeTiles(deps, request.caller, id, (tiles) => changeTile(tiles, tile, change));
  },
});
