import { Code, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RunSummary } from '@tallyhook/schemas/api';
import { describeStart, workflowKinds } from '@tallyhook/schemas/kinds';
import { describeDuration } from './duration.ts';
import { RunStatusMark } from './RunStatusMark.tsx';
import classes from './Runs.module.css';
import { useNow } from './use-now.ts';
import { Moment } from '../shell/Moment.tsx';

export interface RunsTableProps {
  runs: readonly RunSummary[];
  /** Whether one of them is still running. */
  isMoving: boolean;
}

/** A row for each run. On narrow screens each row is a block; explicit roles keep it a table for screen readers. */
export function RunsTable({ runs, isMoving }: RunsTableProps) {
  const now = useNow(isMoving);
  return (
    <Table className={classes.runs} role="table" aria-label="Runs" verticalSpacing="sm" highlightOnHover>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {['Status', 'Workflow', 'Delivery', 'Started', 'Duration'].map((name) => (
            <Table.Th key={name} role="columnheader" scope="col" className={classes.whole}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {runs.map((run) => (
          <Table.Tr key={run.id} role="row" className={classes.run}>
            <Table.Td role="cell">
              <RunStatusMark status={run.status} />
              {run.isTest && <span className={classes.attempt}>test</span>}
              {run.isUndecided && <span className={classes.attempt}>decide</span>}
              {run.attempt > 1 && <span className={classes.attempt}>attempt {run.attempt}</span>}
            </Table.Td>
            <Table.Td role="cell" className={classes.workflow}>
              <Link to="/runs/$runId" params={{ runId: run.id }} className={classes.runLink}>
                {run.workflowName}
              </Link>
              {run.error !== null && <div className={classes.why}>{run.error.message}</div>}
            </Table.Td>
            <Table.Td role="cell">
              <RunStart run={run} />
            </Table.Td>
            <Table.Td role="cell">
              <Moment at={run.startedAt ?? run.queuedAt} className={classes.whole} />
            </Table.Td>
            <Table.Td role="cell" className={`${classes.figures} ${classes.whole}`}>
              {describeDuration(run.startedAt, run.endedAt, now)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function RunStart({ run: { trigger } }: { run: RunSummary }) {
  const { by, reference } = describeStart(trigger, workflowKinds);
  return (
    <>
      <span className={classes.event}>{by}</span>
      {reference !== undefined && <Code className={classes.whole}>{reference.id}</Code>}
    </>
  );
}
