import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { listRefreshMs, sessionKey } from '../api/queries.ts';
import { usePlace } from '../place.tsx';

/** The branches of the workspace, with what goes on there. Polled. */
export function useBranches() {
  const place = usePlace();
  return useQuery({
    queryKey: ['branches', place.workspace],
    queryFn: ({ signal }) => call({ workspace: place.workspace! }, 'GET /api/branches', { signal }),
    refetchInterval: listRefreshMs,
  });
}

/** The deleted branches that can be restored. */
export function useDeletedBranches() {
  const place = usePlace();
  return useQuery({
    queryKey: ['deleted-branches', place.workspace],
    queryFn: ({ signal }) => call({ workspace: place.workspace! }, 'GET /api/deleted-branches', { signal }),
  });
}

/** Reads everything again that shows branches: the lists, and the names in the session. */
export function useReloadBranches(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const keys = [sessionKey, ['branches'], ['deleted-branches'], ['commits'], ['merge-preview'], ['differences']];
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}

/** The commits of a branch, and what was changed there since the last one. */
export function useCommits(branch: string) {
  const { workspace } = usePlace();
  return useInfiniteQuery({
    queryKey: ['commits', workspace, branch],
    queryFn: ({ signal, pageParam }) =>
      call({ workspace: workspace!, branch }, 'GET /api/commits', { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** What differs in one type: by a commit, since the last commit, or in a merge of two branches. */
export type DifferencesOf =
  { branch: string; commit: string | undefined; type: string } | { from: string; into: string; type: string };

const differencesOfPage = 50;

export function useDifferences(of: DifferencesOf) {
  const { workspace } = usePlace();
  return useInfiniteQuery({
    queryKey: ['differences', workspace, of],
    queryFn: ({ signal, pageParam: cursor }) => {
      const page = { type: of.type, limit: differencesOfPage, cursor };
      return 'from' in of
        ? call({ workspace: workspace! }, 'GET /api/merges/differences', {
            query: { from: of.from, into: of.into, ...page },
            signal,
          })
        : call({ workspace: workspace!, branch: of.branch }, 'GET /api/differences', {
            query: { commit: of.commit, ...page },
            signal,
          });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** What a merge would do. */
export function useMergePreview(from: string, into: string) {
  const { workspace } = usePlace();
  return useQuery({
    queryKey: ['merge-preview', workspace, from, into],
    queryFn: ({ signal }) =>
      call({ workspace: workspace! }, 'GET /api/merges/preview', { query: { from, into }, signal }),
    enabled: from !== into,
  });
}
