import { getDefinition, newId } from '@tallyhook/store';
import { changeTiles } from '../dashboards/change-tiles.ts';
import { newTileBody } from '../dashboards/dashboard-body.ts';
import { addTile, type NewTile } from '../dashboards/tiles.ts';
import { defineRoute } from '../route.ts';

/** Puts a report on a dashboard: at its end, or where a tile that was taken off had its place. */
export const postTiles = defineRoute({
  method: 'post',
  path: '/api/dashboards/:id/tiles',
  needs: 'write',
  body: newTileBody,
  async handler(request, response, deps) {
    const { id = newId(), report, width = 1, before } = request.body as Partial<NewTile> & { report: string };
    // A tile that is put back may be of a report that was deleted meanwhile; it says so.
    if ((request.body as Partial<NewTile>).id === undefined) {
      await getDefinition(deps.store, request.caller.branch, 'report', report);
    }
    const changed = await changeTiles(deps, request.caller, request.params.id!, (tiles) =>
      addTile(tiles, { id, report, width, before }),
    );
    response.status(201).json(changed);
  },
});
