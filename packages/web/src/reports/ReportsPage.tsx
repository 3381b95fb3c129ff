import { Badge, Paper, SimpleGrid, Skeleton, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useReports } from '../api/queries.ts';
import type { ShownReport } from '../reports/shown-report.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PartBoundary } from '../shell/PartBoundary.tsx';
import { NoReports } from './NoReports.tsx';
import { ReportAnswer } from './ReportAnswer.tsx';
import classes from './Reports.module.css';

/** The branch's saved reports in a grid. */
export function ReportsPage() {
  const { data: reports, error, refetch } = useReports();
  return (
    <>
      {reports === undefined && error === null && <Waiting />}
      {reports === undefined && error !== null && (
        <ErrorNote title="Couldn't load the reports" error={error} onRetry={() => void refetch()} />
      )}
      {reports?.length === 0 && <NoReports />}
      {reports !== undefined && reports.length > 0 && (
        <ul className={classes.grid}>
          {reports.map((report) => (
            <li key={report.id} className={classes.tile}>
              <ReportTile report={report} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ReportTile({ report }: { report: ShownReport }) {
  return (
    <Paper component="article" withBorder p="md" className={classes.paper} aria-label={report.name}>
      <Title order={2} mb="xs">
        <Link to="/reports/$reportId" params={{ reportId: report.id }} className={classes.title}>
          {report.name}
        </Link>
        {report.readOnly === true && (
          <Badge variant="default" size="sm" ml={8} title="From an app, read-only">
            App
          </Badge>
        )}
      </Title>
      <PartBoundary drawn={report}>
        <ReportAnswer report={report} />
      </PartBoundary>
    </Paper>
  );
}

function Waiting() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} aria-busy="true">
      {[1, 2, 3].map((tile) => (
        <Skeleton key={tile} height={320} />
      ))}
    </SimpleGrid>
  );
}
