import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SavedWorkflow, Subscription, WorkflowActivity } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import listClasses from '../shell/List.module.css';
import { useSending } from '../shell/use-sending.ts';
import classes from './Workflows.module.css';
import { Moment } from '../shell/Moment.tsx';

export interface WorkflowConditionProps {
  workflow: SavedWorkflow;
  /** Undefined until it is loaded. */
  activity: WorkflowActivity | undefined;
  /** What it needs from another service; undefined if nothing. */
  subscription: Subscription | undefined;
}

/** What is wrong with a workflow, otherwise when it runs next, or last ran. */
export function WorkflowCondition({ workflow, activity, subscription }: WorkflowConditionProps) {
  const { missingAccounts } = workflow;
  if (missingAccounts.length > 0)
    return (
      <span className={classes.wrong}>
        <IconAlertTriangle aria-hidden size={15} /> Choose an account for {missingAccounts.join(', ')}
      </span>
    );
  const broken = activity?.brokenAccounts[0];
  if (broken !== undefined)
    return (
      <span className={classes.wrong}>
        <IconAlertTriangle aria-hidden size={15} /> The account “{broken.label}” does not work: {broken.reason}
      </span>
    );
  if (subscription !== undefined && subscription.error !== null) return <NotSubscribed subscription={subscription} />;
  if (subscription?.state === 'waiting')
    return <span className={listClasses.muted}>Being set up at {subscription.connector} …</span>;
  const last = activity?.runs[0];
  const nextAt = activity?.nextAt ?? null;
  if (nextAt !== null && last?.status !== 'failed')
    return (
      <span className={listClasses.muted}>
        Next <Moment at={nextAt} />
      </span>
    );
  if (last === undefined) return <span className={listClasses.muted}>Has not run yet</span>;
  if (last.status === 'failed')
    return (
      <Link to="/runs/$runId" params={{ runId: last.id }} className={classes.wrong}>
        <IconAlertTriangle aria-hidden size={15} /> Failed <Moment at={last.queuedAt} />
      </Link>
    );
  return (
    <span className={listClasses.muted}>
      Last run <Moment at={last.queuedAt} />
    </span>
  );
}

/** Why the other service does not send what the workflow needs, or may stop to. */
function NotSubscribed({ subscription: { id, state, connector, error, nextAt } }: { subscription: Subscription }) {
  const place = usePlace();
  const queries = useQueryClient();
  const { canWrite } = useAbilities();
  const { isSending, error: failure, send } = useSending();
  const retry = () =>
    send(async () => {
      await call(place, 'POST /api/subscriptions/:id/try', { path: { id } });
      await queries.invalidateQueries({ queryKey: ['subscriptions'] });
    });
  const what = state === 'active' ? `${connector} does not renew its events` : `${connector} does not send its events`;
  return (
    <span className={classes.wrong}>
      <IconAlertTriangle aria-hidden size={15} />
      <span>
        {what}: {error!.message}
        {nextAt !== null && (
          <>
            {' '}
            Next try <Moment at={nextAt} />.
          </>
        )}{' '}
        {canWrite && (
          <BusyButton variant="default" size="compact-xs" isBusy={isSending} onClick={() => void retry()}>
            Try now
          </BusyButton>
        )}
        {failure !== undefined && <ErrorNote title="Couldn't try again" error={failure} />}
      </span>
    </span>
  );
}
