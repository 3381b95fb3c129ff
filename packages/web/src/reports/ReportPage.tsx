import { Anchor, Paper, Skeleton } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useReport } from '../api/queries.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { ReportAnswer } from './ReportAnswer.tsx';
import { AskedLine } from './AskedLine.tsx';

/** One report by itself. */
export function ReportPage() {
  const { reportId } = useParams({ from: '/reports/$reportId' });
  const { data: report, error, refetch } = useReport(reportId);
  return (
    <>
      <Anchor component={Link} to="/reports" size="sm">
        All reports
      </Anchor>
      <PageHeading title={report?.name ?? (error === null ? 'Report' : 'There is no such report')} />
      {report === undefined && error === null && <Skeleton height={320} />}
      {error !== null && (
        <ErrorNote title="The report could not be read" error={error} onRetry={() => void refetch()} />
      )}
      {report !== undefined && (
        <Paper withBorder p="lg" maw={960}>
          <AskedLine report={report.definition} />
          <ReportAnswer report={report} />
        </Paper>
      )}
    </>
  );
}
