import { changeTiles } from '../dashboards/change-tiles.ts';
import { removeTile } from '../dashboards/tiles.ts';
import { defineRoute } from '../route.ts';

/** Takes a tile off; its report stays. */
export const deleteTile = defineRoute({
  method: 'delete',
  path: '/api/dashboards/:id/tiles/:tile',
  needs: 'write',
  async handler(request, response, deps) {
    const { id, tile } = request.params;
    response.json(await changeTiles(deps, request.caller, id!, (tiles) => removeTile(tiles, tile!)));
  },
});
