import { useQueries, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';

/** The connectors of the workspace, its accounts, the OAuth clients, and what services send because of subscriptions. */
export function useIntegrations() {
  const place = usePlace();
  const key = (name: string) => ['integrations', place.workspace, name];
  const [connectors, accounts, clients, subscriptions, marketplace] = useQueries({
    queries: [
      { queryKey: key('connectors'), queryFn: () => call(place, 'GET /api/installed-connectors', {}) },
      { queryKey: key('accounts'), queryFn: () => call(place, 'GET /api/accounts', {}) },
      { queryKey: key('clients'), queryFn: () => call(place, 'GET /api/connector-clients', {}) },
      { queryKey: ['subscriptions', place.workspace], queryFn: () => call(place, 'GET /api/subscriptions', {}) },
      { queryKey: key('marketplace'), queryFn: () => call(place, 'GET /api/connectors', {}) },
    ],
  });
  const error = connectors.error ?? accounts.error ?? clients.error ?? marketplace.error;
  const isLoaded = connectors.data && accounts.data && clients.data && marketplace.data;
  return {
    error,
    data: isLoaded && {
      connectors: connectors.data,
      accounts: accounts.data,
      clients: clients.data,
      marketplace: marketplace.data,
      subscriptions: subscriptions.data ?? [],
    },
    refetch: () => Promise.all([connectors.refetch(), accounts.refetch(), clients.refetch(), marketplace.refetch()]),
  };
}

/**
 * Reads the integrations again after a change. What an update of a connector that was `removed` would change is only
 * forgotten: there is no answer to it any more.
 */
export function useRefresh({ removed }: { removed?: string } = {}): () => Promise<void> {
  const place = usePlace();
  const queries = useQueryClient();
  return async () => {
    const isOfRemoved = ([, , name, connector]: readonly unknown[]) =>
      removed !== undefined && name === 'update' && connector === removed;
    const all = { queryKey: ['integrations', place.workspace] };
    await queries.invalidateQueries({
      ...all,
      predicate: ({ queryKey }) => isOfRemoved(queryKey),
      refetchType: 'none',
    });
    await queries.invalidateQueries({ ...all, predicate: ({ queryKey }) => !isOfRemoved(queryKey) });
    await queries.invalidateQueries({ queryKey: ['subscriptions', place.workspace] });
    await queries.invalidateQueries({ queryKey: ['workflows'] });
    await queries.invalidateQueries({ queryKey: ['attention'] });
  };
}
