import { Button, Skeleton, Stack, Switch, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconSearch } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { describeTrigger, workflowKinds } from '@tallyhook/schemas/kinds';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { listRefreshMs, useSubscriptions, useWorkflows } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import listClasses from '../shell/List.module.css';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { LastRuns } from './LastRuns.tsx';
import { Drafts } from './Drafts.tsx';
import { NewWorkflow } from './NewWorkflow.tsx';
import { WorkflowCondition, type WorkflowConditionProps } from './WorkflowCondition.tsx';
import { StartDialog } from './StartDialog.tsx';
import classes from './Workflows.module.css';

/** What is searched for; in the address. */
export interface WorkflowsSearch {
  find?: string;
}

/** The workflows of the branch: whether they are on, how they did, what is wrong. */
export function WorkflowsPage() {
  const { canWrite } = useAbilities();
  return (
    <>
      <PageHeading title="Workflows">{canWrite && <NewWorkflow />}</PageHeading>
      <Drafts />
      <Workflows />
    </>
  );
}

function Workflows() {
  const place = usePlace();
  const { find = '' } = useSearch({ from: '/workflows' });
  const navigate = useNavigate({ from: '/workflows' });
  const workflows = useWorkflows({ isPolled: true });
  const activity = useQuery({
    queryKey: ['workflow-activity', place],
    queryFn: ({ signal }) => call(place, 'GET /api/workflow-activity', { signal }),
    refetchInterval: listRefreshMs,
  });
  const subscriptions = useSubscriptions();
  const [failure, setFailure] = useState<unknown>();
  if (workflows.error !== null && workflows.data === undefined)
    return (
      <ErrorNote title="Couldn't load the workflows" error={workflows.error} onRetry={() => void workflows.refetch()} />
    );
  if (workflows.data === undefined) return <Skeleton height={320} />;
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const found = workflows.data.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const setFind = (text: string) => void navigate({ search: text === '' ? {} : { find: text }, replace: true });
  return (
    <Stack gap="md" align="stretch">
      {failure !== undefined && <ErrorNote title="Couldn't switch the workflow" error={failure} />}
      {workflows.data.length > 0 && (
        <TextInput
          type="search"
          w={240}
          aria-label="Search workflows"
          placeholder="Search workflows"
          leftSection={<IconSearch aria-hidden size={15} />}
          value={find}
          onChange={({ currentTarget }) => setFind(currentTarget.value)}
        />
      )}
      <List
        title="Workflows"
        hint={found.length < workflows.data.length ? `${found.length} of ${workflows.data.length}` : `${found.length}`}
        count={found.length}
        empty={workflows.data.length === 0 ? 'This branch has no workflows yet.' : `No workflow is called “${find}”.`}
        columns={[
          { label: 'On' },
          { label: 'Workflow' },
          { label: 'Starts', isLess: true },
          { label: 'Last 10 runs', isLess: true },
          { label: 'Next, or what is wrong', isLess: true },
          { label: 'Actions', isActions: true },
        ]}
      >
        {found.map((workflow) => (
          <WorkflowRow
            key={workflow.id}
            workflow={workflow}
            activity={activity.data?.find(({ workflowId }) => workflowId === workflow.id)}
            subscription={subscriptions.data?.find(({ workflows: needing }) =>
              needing.some(({ workflowId, branchName }) => workflowId === workflow.id && branchName === place.branch),
            )}
            onFailure={setFailure}
          />
        ))}
      </List>
    </Stack>
  );
}

interface WorkflowRowProps extends WorkflowConditionProps {
  onFailure: (failure: unknown) => void;
}

function WorkflowRow({ workflow, activity, subscription, onFailure }: WorkflowRowProps) {
  const { id, name, on, definition } = workflow;
  const place = usePlace();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { canWrite } = useAbilities();
  const [isStarting, setIsStarting] = useState(false);
  const { trigger } = definition;

  async function turn(isOn: boolean) {
    onFailure(undefined);
    try {
      await call(place, 'PATCH /api/workflows/:id/settings', { path: { id }, body: { on: isOn } });
      announce(`${name} is ${isOn ? 'on' : 'off'}`);
    } catch (error) {
      onFailure(error);
    }
    await queries.invalidateQueries({ queryKey: ['workflows', place] });
  }

  return (
    <tr>
      <td>
        <Switch
          size="sm"
          aria-label={`${name} is on`}
          checked={on}
          disabled={!canWrite}
          onChange={({ currentTarget }) => void turn(currentTarget.checked)}
        />
      </td>
      <th scope="row">
        <Link to="/workflows/$workflowId" params={{ workflowId: id }} className={`${listClasses.name} ${classes.name}`}>
          {name}
        </Link>
        {workflow.app !== undefined && <span className={listClasses.sub}>From the app {workflow.app}</span>}
        <span className={classes.below}>
          <WorkflowCondition {...{ workflow, activity, subscription }} />
        </span>
      </th>
      <td className={`${listClasses.muted} ${listClasses.less}`}>{describeTrigger(trigger, workflowKinds)}</td>
      <td className={listClasses.less}>
        <LastRuns runs={activity?.runs ?? []} />
      </td>
      <td className={listClasses.less}>
        <WorkflowCondition {...{ workflow, activity, subscription }} />
      </td>
      <td className={listClasses.actions}>
        {canWrite && trigger.kind === 'button' && trigger.record === undefined && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerPlay aria-hidden size={14} />}
            aria-label={`Start ${name}`}
            onClick={() => setIsStarting(true)}
          >
            Start
          </Button>
        )}
        {isStarting && <StartDialog workflow={workflow} onClose={() => setIsStarting(false)} />}
      </td>
    </tr>
  );
}
