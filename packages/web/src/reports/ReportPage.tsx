import { Anchor, Skeleton } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useReport, useTypes } from '../api/queries.ts';
import { Builder } from '../builder/Builder.tsx';
import { useFields } from '../builder/fields.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import type { SavedReport } from '../api/shapes.ts';

/** One report by itself: its question and its answer. */
export function ReportPage() {
  const { reportId } = useParams({ from: '/reports/$reportId' });
  const { data: report, error, refetch } = useReport(reportId);
  return (
    <>
      <Anchor component={Link} to="/reports" size="sm" data-noprint>
        All reports
      </Anchor>
      {report === undefined ? (
        <>
          <PageHeading title={error === null ? 'Report' : 'There is no such report'} />
          {error === null ? (
            <Skeleton height={320} />
          ) : (
            <ErrorNote title="The report could not be read" error={error} onRetry={() => void refetch()} />
          )}
        </>
      ) : (
        <ReadyReport key={report.id} report={report} />
      )}
    </>
  );
}

function ReadyReport({ report }: { report: SavedReport }) {
  const { data: types, error: typesError } = useTypes();
  const { fields, error } = useFields(report.definition.type);
  if (types !== undefined && fields !== undefined) return <Builder {...{ report, types, fields }} />;
  const failure = error ?? typesError;
  return (
    <>
      <PageHeading title={report.name} />
      {failure === null ? (
        <Skeleton height={320} />
      ) : (
        <ErrorNote title="What can be asked of the records could not be read" error={failure} />
      )}
    </>
  );
}
