import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';

// The keys begin like those of the Integrations page: a change there or here reads both again.

/** The connectors of the marketplace, and which of them the workspace has installed; read only while `isNeeded`. */
export function useMarketplace({ isNeeded = true } = {}) {
  const place = usePlace();
  return useQuery({
    queryKey: ['integrations', place.workspace, 'marketplace'],
    queryFn: () => call(place, 'GET /api/connectors', {}),
    enabled: isNeeded,
  });
}

/** What a connector does and asks for, and what of the workspace uses it. */
export function useConnector(connector: string) {
  const place = usePlace();
  return useQuery({
    queryKey: ['integrations', place.workspace, 'connector', connector],
    queryFn: () => call(place, 'GET /api/connectors/:connector', { path: { connector } }),
  });
}

/**
 * What moving the workflows that use a connector to a version would change. Another answer belongs to each installed
 * version: after an update the answer from before it says what has already moved.
 */
export function useUpdate(connector: string, version: string, installed: string) {
  const place = usePlace();
  return useQuery({
    queryKey: ['integrations', place.workspace, 'update', connector, version, installed],
    queryFn: () =>
      call(place, 'GET /api/installed-connectors/:connector/update', { path: { connector }, query: { version } }),
  });
}
