import { Badge, Button, Paper, SimpleGrid, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useDashboards, useReports, useTypes } from '../api/queries.ts';
import type { ShownReport } from '../reports/shown-report.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { loadPart } from '../shell/load-part.tsx';
import { PartBoundary } from '../shell/PartBoundary.tsx';
import { BlockNotLoaded } from '../shell/PartNotLoaded.tsx';
import { NoReports } from './NoReports.tsx';
import { describeReport } from './describe-report.ts';
import { groupByTag, tagsOf } from './tags.ts';
import { ReportAnswer } from './ReportAnswer.tsx';
import classes from './Reports.module.css';

// Most workspaces begin without tags.
const TagFilter = lazy(async () => {
  const load = async () => (await import('./TagFilter.tsx')).TagFilter;
  return { default: await loadPart('TagFilter', load, BlockNotLoaded) };
});

/** What is searched for; in the address. */
export interface ReportsSearch {
  find?: string;
  tag?: string;
  by?: 'tag';
}

/** With fewer reports, all are in sight. */
const minToSearch = 4;

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
      {reports !== undefined && reports.length > 0 && <FoundReports reports={reports} />}
    </>
  );
}

/** The reports whose name or question has the words that are searched for. */
function FoundReports({ reports }: { reports: readonly ShownReport[] }) {
  const search = useSearch({ from: '/tabs/reports' });
  const { find = '', tag, by } = search;
  const navigate = useNavigate({ from: '/reports' });
  const { data: types = [] } = useTypes();
  const put = (changed: ReportsSearch) => {
    const kept = Object.entries({ ...search, ...changed }).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ search: Object.fromEntries(kept) as never, replace: true });
  };
  const setFind = (text: string) => put({ find: text });
  const { data: dashboards = [] } = useDashboards();
  const hasTags =
    tag !== undefined ||
    reports.some((report) => tagsOf(report).length > 0) ||
    dashboards.some(({ tags = [] }) => tags.length > 0);
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const found = reports.filter((report) => {
    const { name, definition } = report;
    if (tag !== undefined && !tagsOf(report).includes(tag)) return false;
    const text =
      `${name} ${describeReport(definition, types)} ${definition.description ?? ''} ${tagsOf(report).join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      {(reports.length >= minToSearch || find !== '') && (
        <div className={classes.toolbar} role="search" data-noprint>
          <TextInput
            type="search"
            w={240}
            aria-label="Search reports"
            placeholder="Search reports"
            leftSection={<IconSearch aria-hidden size={15} />}
            value={find}
            onChange={({ currentTarget }) => setFind(currentTarget.value)}
          />
          {find !== '' && (
            <Text size="xs" c="dimmed" aria-live="polite">
              {found.length} of {reports.length} reports
            </Text>
          )}
        </div>
      )}
      {hasTags && (
        <div className={classes.toolbar} data-noprint>
          <Suspense fallback={null}>
            <TagFilter
              reports={reports}
              tag={tag}
              isGrouped={by === 'tag'}
              onTag={(picked) => put({ tag: picked })}
              onGroup={(isGrouped) => put({ by: isGrouped ? 'tag' : undefined })}
            />
          </Suspense>
        </div>
      )}
      {found.length === 0 && (
        <Paper withBorder p="xl">
          <Text mb="sm">
            {find === '' ? `No report has the tag “${tag}”.` : `No report has “${find}” in its name or question.`}
          </Text>
          <Button variant="default" onClick={() => put({ find: '', tag: '' })}>
            Show all reports
          </Button>
        </Paper>
      )}
      {by === 'tag' && tag === undefined ? (
        groupByTag(found).map((group) => (
          <section key={group.tag ?? ''} aria-label={group.tag ?? 'Without a tag'}>
            <Text className={classes.groupName}>{group.tag ?? 'Without a tag'}</Text>
            <Tiles reports={group.reports} />
          </section>
        ))
      ) : (
        <Tiles reports={found} />
      )}
    </>
  );
}

function Tiles({ reports }: { reports: readonly ShownReport[] }) {
  return (
    <ul className={classes.grid}>
      {reports.map((report) => (
        <li key={report.id} className={classes.tile} data-chart={report.definition.chart}>
          <ReportTile report={report} />
        </li>
      ))}
    </ul>
  );
}

function ReportTile({ report }: { report: ShownReport }) {
  return (
    <Paper component="article" withBorder p="md" className={classes.paper} aria-label={report.name}>
      <Title order={2} mb={4}>
        <Link to="/reports/$reportId" params={{ reportId: report.id }} className={classes.title}>
          {report.name}
        </Link>
        {report.readOnly === true && (
          <Badge variant="default" size="sm" ml={8} title="From an app, read-only">
            App
          </Badge>
        )}
      </Title>
      {report.definition.description !== undefined && (
        <Text className={classes.description}>{report.definition.description}</Text>
      )}
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
