import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConflictDecision, MergePreview } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { listRefreshMs, sessionKey } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import type { Side } from './decisions.ts';

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
  | { branch: string; commit: string | undefined; type: string }
  | { from: string; into: string; type: string; choices?: MergeChoices };

/** What a person has decided about a merge so far. */
export interface MergeChoices {
  decisions: ConflictDecision[];
  rest?: Side;
}

const hasChoices = (choices: MergeChoices | undefined): choices is MergeChoices =>
  choices !== undefined && (choices.decisions.length > 0 || choices.rest !== undefined);

const differencesOfPage = 50;

export function useDifferences(of: DifferencesOf) {
  const { workspace } = usePlace();
  return useInfiniteQuery({
    queryKey: ['differences', workspace, of],
    queryFn: ({ signal, pageParam: cursor }) => {
      const page = { type: of.type, limit: differencesOfPage, cursor };
      if ('from' in of && hasChoices(of.choices)) {
        const body = { from: of.from, into: of.into, ...of.choices };
        const place = { workspace: workspace! };
        return call(place, 'POST /api/merges/differences', { query: page, body, signal });
      }
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
    placeholderData: keepPreviousData,
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

/** What a merge would do with the decisions taken so far; undefined before the first one. */
export function useDecidedMerge(from: string, into: string, choices: MergeChoices) {
  const { workspace } = usePlace();
  const { data } = useQuery({
    queryKey: ['merge-preview', workspace, from, into, choices],
    queryFn: ({ signal }) =>
      call({ workspace: workspace! }, 'POST /api/merges/preview', { body: { from, into, ...choices }, signal }),
    enabled: hasChoices(choices),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return hasChoices(choices) ? data : undefined;
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
