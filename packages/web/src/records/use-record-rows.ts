import { useQuery } from '@tanstack/react-query';
import type { RecordType, View } from '@tallyhook/schemas';
import type { WeekStart } from '@tallyhook/schemas/api';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { addressOf, call } from '../api/call.ts';
import { count } from '../api/count.ts';
import { isGone } from '../api/gone.ts';
import { useTypes } from '../api/queries.ts';
import { groupLabels } from '../chart/group-labels.ts';
import { usePlace, type Place } from '../place.tsx';
import { keptEditsKey } from '../session/kept-edits.ts';
import { useSignedIn } from '../session/SessionGate.tsx';
import { useFormats } from '../use-formats.ts';
import { filterOfGroup } from './filter-of-group.ts';
import type { Segment } from './record-lines.ts';
import { RecordRows, type RecordService } from './record-rows.ts';
import { writeSort } from './records-search.ts';

export interface AskedRecords {
  type: RecordType;
  view: View;
  /** The filter in the address if it is not one: the service says why. */
  wrongFilter?: string | undefined;
  timezone?: string | undefined;
  weekStart?: string | undefined;
}

/** The rows of each type on each branch, for each person: they outlive the page, so that edits on their way arrive. */
const opened = new Map<string, RecordRows>();

type PartOfSegment = Pick<Segment, 'key' | 'label' | 'filter' | 'count'>;

const maxGroups = 1_000;
const newsMs = 2_500;

/** The records of a view: counted first, then read as the person scrolls, and live while others edit. */
export function useRecordRows(asked: AskedRecords) {
  const { type, view, timezone, weekStart } = asked;
  const place = usePlace();
  const { person } = useSignedIn();
  const formats = useFormats(timezone);
  const { data: types = [] } = useTypes();
  const rows = useMemo(() => rowsOf(place, type, person.id), [place, type, person.id]);
  const version = useSyncExternalStore(rows.listen, () => rows.version);
  const sort = writeSort(view.sort ?? []);
  const key = [place, type.name, view.filter, view.group, timezone, weekStart, asked.wrongFilter];
  const counted = useQuery({
    queryKey: ['record-segments', ...key],
    queryFn: async ({ signal }) => {
      const { since } = await call(place, 'GET /api/record-news', { query: { type: type.name }, signal });
      const parts = await countSegments(place, asked, { signal, types, formats });
      return { since, parts, at: Date.now() };
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const { data } = counted;
  useEffect(() => {
    if (data === undefined) return;
    const service = serviceOf(place, asked, person.id);
    rows.show(
      service,
      data.parts.map((part) => ({ ...part, isOpen: true, ids: [], pages: new Set<number>() })),
    );
    // The key has all that the service depends on.
  }, [rows, data, sort]);
  useEffect(() => {
    if (data === undefined) return undefined;
    return listenToNews(place, type.name, data.since, rows);
  }, [place, type.name, rows, data]);
  const { isKept } = rows;
  useEffect(() => {
    if (isKept) return undefined;
    const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askFirst);
    return () => window.removeEventListener('beforeunload', askFirst);
  }, [isKept]);
  return { rows, version, error: counted.error, isCounting: counted.isPending, refetch: counted.refetch };
}

function rowsOf(place: Place, type: RecordType, person: string): RecordRows {
  const key = keptEditsKey(person, place, type.name);
  const known = opened.get(key);
  if (known !== undefined) return known;
  const required = type.fields.filter((field) => field.required).map(({ name }) => name);
  const rows = new RecordRows(serviceOf(place, { type, view: { type: type.name } }, person), {
    required,
    storageKey: key,
  });
  opened.set(key, rows);
  void rows.restore();
  return rows;
}

function serviceOf(place: Place, { type, view, timezone, weekStart }: AskedRecords, person: string): RecordService {
  const query = { type: type.name, timezone, weekStart: weekStart as WeekStart | undefined };
  return {
    search: ({ filter = { and: [] }, offset, limit, signal }) =>
      call(place, 'POST /api/records/search', {
        query: { ...query, limit, labels: true },
        body: { filter, offset, sort: view.sort ?? [] },
        signal,
      }),
    change: async (changes) => {
      const made = await call(place, 'POST /api/records/batch', {
        query: { type: type.name },
        body: { changes },
      });
      return [...made.records] as never;
    },
    read: async (id) => {
      try {
        return await call(place, 'GET /api/records/:id', { path: { id }, query: { type: type.name } });
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    },
    isSamePerson: async () => (await call({}, 'GET /api/session', {})).person.id === person,
  };
}

interface Counting {
  signal: AbortSignal;
  types: readonly RecordType[];
  formats: ReturnType<typeof useFormats>;
}

async function countSegments(place: Place, asked: AskedRecords, counting: Counting): Promise<PartOfSegment[]> {
  const { type, view, wrongFilter, timezone, weekStart } = asked;
  const { signal, types, formats } = counting;
  if (wrongFilter !== undefined) {
    const query = { type: type.name, filter: wrongFilter, limit: 1, timezone, weekStart: weekStart as WeekStart };
    await call(place, 'GET /api/records', { query, signal });
  }
  const { filter, group } = view;
  const question = {
    type: type.name,
    filter,
    timezone,
    weekStart,
    ...(group && { groupBy: [group], limit: maxGroups }),
  };
  const q = JSON.stringify(question);
  const answer = await count(addressOf(place, 'GET /api/query', { query: { q, labels: true } }), signal);
  const column = answer.meta.columns.find(({ role }) => role === 'group');
  if (group === undefined || column === undefined) return [{ key: 'all', filter, count: Number(answer.overall.count) }];
  const keys = answer.rows.map(({ key }) => key[column.name] ?? null);
  const labelOf = groupLabels(keys, { column, answer, types, formats });
  // Without groups, new records still need a place.
  if (answer.rows.length === 0) return [{ key: 'all', filter, count: 0 }];
  return answer.rows.flatMap((row, at) => {
    const key = keys[at]!;
    const own = filterOfGroup(answer.meta.question, answer.meta.columns, { [column.name]: key });
    const part = { key: JSON.stringify(key), label: labelOf(key), count: Number(row.count) };
    return own === undefined ? [] : [{ ...part, filter: own }];
  });
}

/** Asks again and again what others did, while the page is visible. */
function listenToNews(place: Place, type: string, from: string, rows: RecordRows): () => void {
  let since = from;
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setInterval(() => void ask(), newsMs);
  let isAsking = false;
  async function ask() {
    if (document.hidden || isAsking) return;
    isAsking = true;
    try {
      const news = await call(place, 'GET /api/record-news', { query: { type, since }, signal });
      since = news.since;
      rows.hear(news);
    } catch {
      // The next turn asks from the same place.
    }
    isAsking = false;
  }
  return () => {
    clearInterval(timer);
    controller.abort();
  };
}
