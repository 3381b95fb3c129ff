import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { View } from '@tallyhook/schemas';
import type { SavedView } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { listRefreshMs } from '../api/queries.ts';
import { usePlace } from '../place.tsx';

/** The saved views of a type. Polled, because others change them too. */
export function useViews(type: string) {
  const place = usePlace();
  return useQuery({
    queryKey: ['views', place, type],
    queryFn: ({ signal }) => call(place, 'GET /api/views', { query: { type }, signal }),
    refetchInterval: listRefreshMs,
  });
}

/** Saves, renames and deletes views. */
export function useViewChanges() {
  const place = usePlace();
  const queries = useQueryClient();
  const listed = () => queries.invalidateQueries({ queryKey: ['views', place] });
  return {
    async create(name: string, definition: View): Promise<SavedView> {
      const saved = await call(place, 'POST /api/views', { body: { name, definition } });
      await listed();
      return saved;
    },
    async save(id: string, body: { revision: number; name?: string; definition?: View }): Promise<SavedView> {
      const saved = await call(place, 'PATCH /api/views/:id', { path: { id }, body });
      await listed();
      return saved;
    },
    async remove(id: string): Promise<void> {
      await call(place, 'DELETE /api/views/:id', { path: { id } });
      await listed();
    },
    async bringBack(id: string): Promise<void> {
      await call(place, 'POST /api/views/:id/restore', { path: { id } });
      await listed();
    },
  };
}
