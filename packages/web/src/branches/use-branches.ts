import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MergePreview } from '@tallyhook/schemas/api';
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

/** What a merge would do, with the conflicts of all pages that were asked for. */
export function useMergePreview(from: string, into: string) {
  const { workspace } = usePlace();
  return useInfiniteQuery({
    queryKey: ['merge-preview', workspace, from, into],
    queryFn: ({ signal, pageParam: cursor }) =>
      call({ workspace: workspace! }, 'GET /api/merges/preview', { query: { from, into, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => joinPages(pages),
    enabled: from !== into,
  });
}

/** What taking back a commit would do, with the same pages. */
export function useRevertPreview(branch: string, { commit, isWanted }: { commit: string; isWanted: boolean }) {
  const { workspace } = usePlace();
  return useInfiniteQuery({
    queryKey: ['merge-preview', workspace, branch, 'revert', commit],
    queryFn: ({ signal, pageParam: cursor }) =>
      call({ workspace: workspace!, branch }, 'GET /api/commits/:id/revert-preview', {
        ...{ path: { id: commit }, query: { cursor } },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => joinPages(pages),
    enabled: isWanted,
  });
}

/** The pages of the conflicts of a merge or revert. */
export type ConflictPages = Pick<
  ReturnType<typeof useRevertPreview>,
  'data' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'
>;

function joinPages<Preview extends Pick<MergePreview, 'conflicts' | 'labels'>>(pages: readonly Preview[]): Preview {
  const labels = Object.assign({}, ...pages.map((page) => page.labels)) as Record<string, string>;
  return { ...pages[0]!, conflicts: pages.flatMap(({ conflicts }) => conflicts), labels };
}
