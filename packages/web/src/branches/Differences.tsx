import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ChangeCounts, Difference } from '@tallyhook/schemas/api';
import { useTypes } from '../api/queries.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import list from '../shell/List.module.css';
import { useFormats } from '../use-formats.ts';
import classes from './Branches.module.css';
import { describeCounts, nameOfPart, nameOfType, writePart } from './describe-changes.ts';
import { useDifferences, type DifferencesOf } from './use-branches.ts';

export interface DifferencesProps {
  /** What is compared, without the type. */
  of: { branch: string; commit: string | undefined } | { from: string; into: string };
  counts: Record<string, ChangeCounts>;
  /** The headings of the two states: `main now`, `After the merge`. */
  before: string;
  after: string;
}

/** What differs: the counts by type first, then the records of one type, field by field. */
export function Differences({ of, counts, before, after }: DifferencesProps) {
  const types = useTypes().data ?? [];
  const formats = useFormats();
  const names = Object.keys(counts);
  const [chosen, setChosen] = useState<string>();
  const type = chosen !== undefined && names.includes(chosen) ? chosen : names[0];
  if (type === undefined) return null;
  return (
    <>
      <ul className={classes.kinds} aria-label="Kinds of changes">
        {names.map((name) => (
          <li key={name}>
            <button type="button" aria-pressed={name === type} onClick={() => setChosen(name)}>
              {nameOfType(name, types)} <span className={classes.muted}>{describeCounts(counts[name]!, formats)}</span>
            </button>
          </li>
        ))}
      </ul>
      <TypeDifferences key={type} of={{ ...of, type }} before={before} after={after} />
    </>
  );
}

/** The records of one type that differ, field by field. */
export function TypeDifferences({ of, before, after }: { of: DifferencesOf; before: string; after: string }) {
  const types = useTypes().data ?? [];
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDifferences(of);
  if (error !== null) return <ErrorNote title="Couldn't compare" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={160} />;
  const rows = data.pages.flatMap(({ differences, labels }) => differences.map((one) => ({ ...one, labels })));
  const columns = [{ label: 'What' }, { label: 'Field' }, { label: before }, { label: after }];
  return (
    <>
      <List title={nameOfType(of.type, types)} columns={columns} count={rows.length} empty="Nothing differs here.">
        {rows.map((row) => (
          <DifferenceRows
            key={row.id}
            difference={row}
            labels={row.labels}
            {...('from' in of && of.type === 'report' && row.kind !== 'delete' && { compared: of })}
          />
        ))}
      </List>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

const kinds = { create: 'new', delete: 'deleted', update: undefined };

function DifferenceRows({
  difference: { type, id, kind, label, parts },
  labels,
  compared,
}: {
  difference: Difference;
  labels: Record<string, string>;
  /** The branches on which a report can be compared. */
  compared?: { from: string; into: string };
}) {
  const types = useTypes().data ?? [];
  const formats = useFormats();
  const shown = parts.length === 0 ? [{ part: 'name' }] : parts;
  return shown.map((part, index) => {
    const write = (value: unknown) => writePart(value, { type, part: part.part, types, formats, labels });
    const [was, is] = [
      write('before' in part ? part.before : undefined),
      write('after' in part ? part.after : undefined),
    ];
    return (
      <tr key={part.part}>
        {index === 0 && (
          <th scope="rowgroup" rowSpan={shown.length} className={list.name}>
            {compared === undefined ? (
              label || `… ${id.slice(-6)}`
            ) : (
              <Link
                to="/reports/$reportId"
                params={{ reportId: id }}
                search={{ branch: compared.from, against: compared.into } as never}
              >
                {label || `… ${id.slice(-6)}`}
              </Link>
            )}
            {kinds[kind] !== undefined && <span className={list.sub}>{kinds[kind]}</span>}
          </th>
        )}
        <td>{nameOfPart(part.part, type, types)}</td>
        <td>{was === '' ? <span className={list.muted}>–</span> : <del className={classes.before}>{was}</del>}</td>
        <td>{is === '' ? <span className={list.muted}>–</span> : <span className={classes.after}>{is}</span>}</td>
      </tr>
    );
  });
}
