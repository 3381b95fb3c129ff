import { Skeleton } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import type { Report } from '@tallyhook/schemas';
import { lazy, Suspense, useMemo } from 'react';
import { isGone } from '../api/gone.ts';
import { useReport, useTypes } from '../api/queries.ts';
import { Builder } from '../builder/Builder.tsx';
import { useFields } from '../builder/fields.ts';
import { parseReport } from '../builder/report-search.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { loadPart } from '../shell/load-part.tsx';
import { BlockNotLoaded } from '../shell/PartNotLoaded.tsx';
import { ReportHeading } from './ReportHeading.tsx';
import type { ShownReport } from '../reports/shown-report.ts';
import { TypeGone } from './TypeGone.tsx';

/** The id in the address of an unsaved question. */
const unsavedId = 'new';

/** One report, or an unsaved question, with its answer. */
export function ReportPage() {
  const { reportId } = useParams({ from: '/reports/$reportId' });
  const { against, ask } = useSearch({ from: '/reports/$reportId' });
  if (reportId === unsavedId) return <UnsavedQuestion />;
  if (against === undefined) return <OneReport reportId={reportId} />;
  return (
    <Suspense fallback={<ReportHeading title="Report" />}>
      <CompareReport {...{ reportId, against }} isSameQuestion={ask === 'same'} />
    </Suspense>
  );
}

const CompareReport = lazy(async () => {
  const load = async () => (await import('../compare/CompareReport.tsx')).CompareReport;
  return { default: await loadPart('CompareReport', load, BlockNotLoaded) };
});

function UnsavedQuestion() {
  const { q } = useSearch({ from: '/reports/$reportId' });
  const read = useMemo(() => (q === undefined ? { mistake: undefined } : parseReport(q)), [q]);
  if ('definition' in read) return <ReadyReport key={read.definition.type} report={unsavedReport(read.definition)} />;
  const error = new Error(read.mistake ?? 'The link may be incomplete.');
  return (
    <>
      <ReportHeading title="Question not found" />
      <ErrorNote title="The question in this link can't be read" error={error} />
    </>
  );
}

function unsavedReport(definition: Report): ShownReport {
  return { id: unsavedId, name: 'Unsaved question', revision: 0, definition, isUnsaved: true };
}

function OneReport({ reportId }: { reportId: string }) {
  const { data: report, error, refetch } = useReport(reportId);
  return (
    <>
      {report === undefined ? (
        <>
          <ReportHeading title={isGone(error) ? 'Report not found' : 'Report'} />
          {error === null ? (
            <Skeleton height={320} />
          ) : (
            <ErrorNote title="Couldn't load the report" error={error} onRetry={() => void refetch()} />
          )}
        </>
      ) : (
        <ReadyReport key={report.id} report={report} />
      )}
    </>
  );
}

function ReadyReport({ report }: { report: ShownReport }) {
  const { data: types, error: typesError } = useTypes();
  const { fields, error } = useFields(report.definition.type);
  if (types !== undefined && fields !== undefined) return <Builder {...{ report, types, fields }} />;
  if (types !== undefined && isGone(error)) return <TypeGone {...{ report, types }} />;
  const failure = error ?? typesError;
  return (
    <>
      <ReportHeading title={report.name} />
      {failure === null ? (
        <Skeleton height={320} />
      ) : (
        <ErrorNote title="Couldn't load the fields of these records" error={failure} />
      )}
    </>
  );
}
