import { Button, NativeSelect, Paper, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { addressOf } from '../api/call.ts';
import { useAttention, useRuns, useWorkflows } from '../api/queries.ts';
import type { RunPage, RunSummary } from '@tallyhook/schemas/api';
import { isOpenRun, runStatuses } from '@tallyhook/schemas/run-statuses';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { FindForm } from '../shell/FindForm.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { usePlace } from '../place.tsx';
import { useFormats } from '../use-formats.ts';
import type { RunsSearch } from '../router.tsx';
import { OpenQuestions } from './OpenQuestions.tsx';
import { statusLabel } from './RunStatusMark.tsx';
import { RunsTable } from './RunsTable.tsx';
import classes from './Runs.module.css';

/** The branch's runs, newest first; the filter is kept in the address. */
export function RunsPage() {
  const filter = useSearch({ from: '/runs' });
  const { status, workflow } = filter;
  const place = usePlace();
  const list = useRuns({ status: undefined, workflow: undefined, ...filter });
  // Another filter makes another list, so forget which runs were new.
  const key = JSON.stringify([place, filter]);
  return (
    <>
      <PageHeading title="Runs">
        <Button
          component="a"
          variant="default"
          size="xs"
          ml="auto"
          href={addressOf(place, 'GET /api/run-export', {
            query: filter,
          })}
          download
        >
          Export
        </Button>
      </PageHeading>
      <OpenQuestions />
      <div className={classes.filters} role="group" aria-label="Filters">
        <RunFilters key={filter.find} {...filter} />
        <Undecided filter={filter} />
        <OnlyFailed
          key={JSON.stringify([place, workflow])}
          {...{ status, workflow }}
          counts={list.data?.pages[0]?.counts}
        />
      </div>
      <RunList key={key} list={list} {...filter} />
    </>
  );
}

type FilterProps = RunsSearch;

function RunFilters(filter: FilterProps) {
  const { status, workflow, find = '', since, until } = filter;
  const { data: workflows = [] } = useWorkflows();
  const navigate = useNavigate({ from: '/runs' });
  const change = (name: keyof RunsSearch, value: string) =>
    void navigate({ search: { ...filter, [name]: value === '' ? undefined : value } });
  return (
    <>
      <NativeSelect
        label="Status"
        value={status ?? ''}
        data={[
          { value: '', label: 'Any status' },
          ...runStatuses.map((value) => ({ value, label: statusLabel(value) })),
        ]}
        onChange={({ currentTarget: { value } }) => change('status', value)}
      />
      <NativeSelect
        label="Workflow"
        value={workflow ?? ''}
        data={[{ value: '', label: 'Any workflow' }, ...workflows.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={({ currentTarget: { value } }) => change('workflow', value)}
      />
      <TextInput
        label="From"
        type="date"
        value={since ?? ''}
        onChange={(event) => change('since', event.currentTarget.value)}
      />
      <TextInput
        label="Until"
        type="date"
        value={until ?? ''}
        onChange={(event) => change('until', event.currentTarget.value)}
      />
      <FindForm label="Id of a delivery, record or run" value={find} onFind={(text) => change('find', text)} />
    </>
  );
}

/** Switches to the runs that wait for a decision, if there are any. */
function Undecided({ filter }: { filter: RunsSearch }) {
  const navigate = useNavigate({ from: '/runs' });
  const { number } = useFormats();
  const { data } = useAttention();
  const isPressed = filter.undecided === 'true';
  if (!isPressed && (data?.decisions ?? 0) === 0) return null;
  return (
    <Button
      variant={isPressed ? 'filled' : 'default'}
      aria-pressed={isPressed}
      onClick={() => void navigate({ search: { ...filter, undecided: isPressed ? undefined : 'true' } })}
    >
      Waiting for a decision
      {data !== undefined && (
        <span className={classes.count}>{number(data.decisions) + (data.decisions < data.atMost ? '' : '+')}</span>
      )}
    </Button>
  );
}

/** Switches between failed runs and all runs, with the number of failed ones. */
function OnlyFailed({
  status,
  workflow,
  counts,
}: Pick<FilterProps, 'status' | 'workflow'> & { counts: RunPage['counts'] | undefined }) {
  const navigate = useNavigate({ from: '/runs' });
  const { number } = useFormats();
  // The count does not depend on the status; keep it while another list loads.
  const [known, setKnown] = useState(counts);
  if (counts !== undefined && counts !== known) setKnown(counts);
  const isPressed = status === 'failed';
  return (
    <Button
      variant={isPressed ? 'filled' : 'default'}
      aria-pressed={isPressed}
      onClick={() =>
        void navigate({ search: { ...(workflow ? { workflow } : {}), ...(isPressed ? {} : { status: 'failed' }) } })
      }
    >
      Only failed
      {known !== undefined && (
        <span className={classes.count}>{number(known.failed) + (known.failed < known.atMost ? '' : '+')}</span>
      )}
    </Button>
  );
}

/** New runs wait behind a button, so that no row moves under the pointer. */
function RunList({ list, ...filter }: FilterProps & { list: ReturnType<typeof useRuns> }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  const [newestShown, setNewestShown] = useState<string>();
  const runs = data?.pages.flatMap((page) => page.runs) ?? [];
  const newest = runs[0]?.id;
  // Ids increase over time. The first list, and the first run after an empty list, are shown at once.
  if (newestShown === undefined && newest !== undefined) setNewestShown(newest);
  const shown = runs.filter(({ id }) => newestShown === undefined || id <= newestShown);
  const waiting = runs.length - shown.length;

  if (data === undefined && error === null) return <Skeleton height={320} />;
  return (
    <>
      {error !== null && (
        <ErrorNote
          title={data === undefined ? "Couldn't load the runs" : 'This may be out of date'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <div role="status" className={classes.newRuns}>
        {waiting > 0 && (
          <Button variant="light" fullWidth onClick={() => setNewestShown(newest)}>
            {waiting === 1 ? '1 new run, show it' : `${waiting} new runs, show them`}
          </Button>
        )}
      </div>
      {data !== undefined &&
        (shown.length === 0 ? <NoRuns {...filter} /> : <RunsTable runs={shown} isMoving={someOpen(shown)} />)}
      {hasNextPage && (
        <BusyButton variant="default" mt="md" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older runs
        </BusyButton>
      )}
    </>
  );
}

function someOpen(runs: readonly RunSummary[]): boolean {
  return runs.some(({ status }) => isOpenRun(status));
}

function NoRuns({ status, undecided, workflow, find, since, until }: FilterProps) {
  const { data: workflows = [] } = useWorkflows();
  const isFiltered = [status, undecided, workflow, find, since, until].some((value) => value !== undefined);
  const name = workflows.find(({ id }) => id === workflow)?.name ?? workflow;
  const filters = [
    ...(undecided ? ['a step to decide about'] : []),
    ...(status === undefined ? [] : [`status ${statusLabel(status).toLowerCase()}`]),
    ...(workflow === undefined ? [] : [`workflow ${name}`]),
    ...(find === undefined ? [] : [`the id ${find}`]),
    ...(since === undefined ? [] : [`a start from ${since}`]),
    ...(until === undefined ? [] : [`a start until ${until}`]),
  ];
  return (
    <Paper withBorder p="xl">
      <Title order={2} mb="xs">
        {isFiltered ? 'No runs match the filters' : 'Nothing has run on this branch yet'}
      </Title>
      {isFiltered ? (
        <>
          <Text mb="sm">There are no runs with {filters.join(' and ')}.</Text>
          <Button component={Link} to="/runs" variant="default">
            Show all runs
          </Button>
        </>
      ) : (
        <Text>
          A run starts when a connector receives a delivery that a workflow waits for. Turn on a workflow and send a
          delivery to /hooks/ followed by the connector's id. The README has an example for GitHub.
        </Text>
      )}
    </Paper>
  );
}
