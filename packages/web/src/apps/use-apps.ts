import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';

/** The apps of the marketplace, and those on the branch. */
export function useApps() {
  const place = usePlace();
  return useQuery({ queryKey: ['apps', place], queryFn: ({ signal }) => call(place, 'GET /api/apps', { signal }) });
}

/** What an app brings, and how the branch has it. */
export function useApp(app: string) {
  const place = usePlace();
  return useQuery({
    queryKey: ['apps', place, 'app', app],
    queryFn: ({ signal }) => call(place, 'GET /api/apps/:app', { path: { app }, signal }),
  });
}

/** What the newest version of an app would change on the branch; `from` is the installed one. */
export function useAppUpdate(app: string, from: string | undefined, to: string) {
  const place = usePlace();
  return useQuery({
    queryKey: ['apps', place, 'update', app, from ?? null, to],
    queryFn: ({ signal }) => call(place, 'GET /api/installed-apps/:app/update', { path: { app }, signal }),
    // Records are written meanwhile, and what would be lost has to be what is there.
    staleTime: 0,
  });
}

/** Reads everything again that an app brings or takes away. */
export function useRefreshApps(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    for (const key of ['apps', 'types', 'type-version', 'type-uses', 'reports', 'dashboards', 'workflows', 'attention'])
      await queries.invalidateQueries({ queryKey: [key] });
  };
}
