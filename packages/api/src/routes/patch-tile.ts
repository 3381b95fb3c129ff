import { changeTiles } from '../dashboards/change-tiles.ts';
import { tileChangeBody } from '../dashboards/dashboard-body.ts';
import { changeTile, type TileChange } from '../dashboards/tiles.ts';
import { defineRoute } from '../route.ts';

/** Moves a tile one place, or changes its width. */
export const patchTile = defineRoute({
  method: 'patch',
  path: '/api/dashboards/:id/tiles/:tile',
  needs: 'write',
  body: tileChangeBody,
  async handler(request, response, deps) {
    const { id, tile } = request.params;
    const change = request.body as TileChange;
    response.json(await changeTiles(deps, request.caller, id!, (tiles) => changeTile(tiles, tile!, change)));
  },
});
