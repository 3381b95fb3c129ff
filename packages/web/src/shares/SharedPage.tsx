import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RecordType } from '@tallyhook/schemas';
import type { SharedReport } from '@tallyhook/schemas/api';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { Chart } from '../chart/Chart.tsx';
import { CountedText } from '../reports/CountedLine.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useFormats } from '../use-formats.ts';
import classes from './Shares.module.css';

const refreshMs = 5 * 60_000;

/** What a link shows to people without a sign-in: one dashboard or report, without records behind its figures. */
export function SharedPage({ token: secret }: { token: string }) {
  const formats = useFormats();
  const { data: page, error } = useQuery({
    queryKey: ['shared', secret],
    queryFn: () => call({}, 'POST /api/shared', { body: { secret } }),
    retry: false,
    staleTime: Infinity,
  });
  useEffect(() => {
    document.title = `${page?.name ?? 'Shared page'} · Tallyhook`;
  }, [page?.name]);
  return (
    <main className={classes.page} id="main">
      {page === undefined && error === null && <Skeleton height={320} />}
      {page === undefined && error !== null && (
        <>
          <Title order={1}>This link does not work</Title>
          <Text>{error.message}</Text>
        </>
      )}
      {page !== undefined && (
        <>
          <header className={classes.head}>
            <Title order={1}>{page.name}</Title>
            <Text size="xs" c="dimmed">
              {page.workspace} · this link ends on {formats.dayOf(page.expiresAt)}
            </Text>
          </header>
          {page.description !== undefined && <Text className={classes.about}>{page.description}</Text>}
          {page.reports.length === 0 && <Text>There are no reports here yet.</Text>}
          <ul className={classes.grid}>
            {page.reports.map((report, index) => (
              <li key={index} data-width={report.chart === 'number' ? 1 : report.width}>
                <SharedTile report={report} secret={secret} types={page.types} isOnly={page.kind === 'report'} />
              </li>
            ))}
          </ul>
        </>
      )}
    </main>
  );
}

interface SharedTileProps {
  report: SharedReport;
  secret: string;
  types: readonly RecordType[];
  /** Whether the page is this report. */
  isOnly: boolean;
}

function SharedTile({ report: { id, name, chart, goal, description }, secret, types, isOnly }: SharedTileProps) {
  const formats = useFormats();
  const {
    data: answer,
    error,
    refetch,
  } = useQuery({
    queryKey: ['shared answer', secret, id],
    queryFn: ({ signal }) => call({}, 'POST /api/shared/answers', { body: { secret, report: id }, signal }),
    refetchInterval: refreshMs,
    staleTime: Infinity,
  });
  return (
    <Paper component="article" withBorder p="md" className={classes.tile} aria-label={name}>
      {!isOnly && <Title order={2}>{name}</Title>}
      {!isOnly && description !== undefined && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      {answer === undefined && error === null && <Skeleton height={220} />}
      {error !== null && <ErrorNote title="Couldn't count the records" error={error} onRetry={() => void refetch()} />}
      {answer !== undefined && (
        <>
          <Chart {...{ name, chart, answer, types, formats, goal }} />
          <CountedText answer={answer} formats={formats} />
        </>
      )}
    </Paper>
  );
}
