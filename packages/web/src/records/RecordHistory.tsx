import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Field, RecordType } from '@tallyhook/schemas';
import type { RecordChange } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { isGone } from '../api/gone.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { Moment } from '../shell/Moment.tsx';
import { useFormats } from '../use-formats.ts';
import { changedFields } from './changed-fields.ts';
import { namesOf } from './names-of.ts';
import { writeValue } from './record-cells.ts';
import type { RecordRows } from './record-rows.ts';
import classes from './Panel.module.css';

export interface RecordHistoryProps {
  type: RecordType;
  rows: RecordRows;
  id: string;
  canWrite: boolean;
  /** The history is read again when it changes. */
  revision: number | undefined;
}

const atOnce = 30;

/** Who changed what and when, the newest first; an old value can be put back. */
export function RecordHistory({ type, rows, id, canWrite, revision }: RecordHistoryProps) {
  const place = usePlace();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['record-history', place, type.name, id, revision],
    queryFn: ({ signal, pageParam }) =>
      call(place, 'GET /api/records/:id/history', {
        path: { id },
        query: { type: type.name, limit: atOnce, before: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    placeholderData: (before) => before,
  });
  if (isGone(error)) return <p>This branch knows nothing about such a record.</p>;
  if (error !== null)
    return <ErrorNote title="Couldn't load the history" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={160} />;
  const names = { ...rows.names, ...namesOf(data.pages.map(({ labels }) => ({ records: [], labels }) as never)) };
  const changes = data.pages.flatMap<RecordChange>((page) => page.changes);
  const entry = rows.entry(id);
  const isMadeByImport = !hasNextPage && changes.at(-1)?.kind !== 'create' && entry !== undefined;
  return (
    <ol className={classes.history}>
      {changes.map((change) => (
        <li key={change.number}>
          <Change change={change} type={type} names={names} />
          {change.kind === 'update' && canWrite && entry !== undefined && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => {
                const old = changedFields(type, change).map(({ field, before }) => [field.name, before ?? null]);
                rows.edit([{ id, fields: Object.fromEntries(old) as Record<string, unknown> }]);
              }}
            >
              Put back the old value
            </Button>
          )}
          <p>
            {names[change.by] ?? whoWrote(change.by)}, <Moment at={change.at} />
            {change.imported && ', by an import'}
          </p>
        </li>
      ))}
      {isMadeByImport && (
        <li>
          <b>Imported</b>
          <p>
            {names[entry.record.createdBy] ?? whoWrote(entry.record.createdBy)}, <Moment at={entry.record.createdAt} />
          </p>
        </li>
      )}
      {hasNextPage && (
        <li>
          <BusyButton variant="default" size="xs" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </BusyButton>
        </li>
      )}
    </ol>
  );
}

function Change({ change, type, names }: { change: RecordChange; type: RecordType; names: Record<string, string> }) {
  const formats = useFormats();
  const textOf = (value: unknown, field: Field) =>
    [value ?? []]
      .flat()
      .map((one) => writeValue(one, field, { formats, names }))
      .join(', ') || '–';
  if (change.kind === 'create') return <b>Created</b>;
  if (change.kind === 'delete') return <b>Deleted</b>;
  return changedFields(type, change).map(({ field, before, after }) => (
    <div key={field.name}>
      <b>{field.label}</b> {textOf(before, field)} → {textOf(after, field)}
    </div>
  ));
}

/** Writers that are neither people nor keys, such as workflows. */
function whoWrote(by: string): string {
  if (/^[0-9a-f]{24}$/.test(by)) return 'Somebody who left';
  return by.startsWith('run:') ? 'A workflow' : by;
}
