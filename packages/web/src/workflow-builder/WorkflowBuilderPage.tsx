import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Group,
  NativeSelect,
  Skeleton,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { WorkflowDraft } from '@tallyhook/schemas/api';
import { findStepKind, walkSteps, workflowKinds } from '@tallyhook/schemas/kinds';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { isGone } from '../api/gone.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useWorkflows } from '../api/queries.ts';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useUndoKeys } from '../shell/use-undo-keys.ts';
import { BuilderDataContext, useLoadBuilderData, useSample, type BuilderData } from './builder-data.ts';
import { placeFaults, type PlacedFault } from './find-faults.ts';
import { makeStep, triggerStarts } from './new-step.ts';
import { PlaceInWorkflowContext } from './place-in-workflow.ts';
import { SampleSource } from './SampleSource.tsx';
import { StepForm } from './StepForm.tsx';
import { StepTree } from './StepTree.tsx';
import { changeStep, idsOf, insertStep, numbersOf, renameStep, type EditedStep, type EditedWorkflow } from './tree.ts';
import { useEditedWorkflow, type EditedState } from './use-edited-workflow.ts';
import { LimitsFields } from './LimitsFields.tsx';
import { OwnAddress } from './OwnAddress.tsx';
import { TestStep } from './TestStep.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';
import { FromApp } from './FromApp.tsx';
import { WorkflowMenu } from './WorkflowMenu.tsx';
import { withKey } from './with-key.ts';
import classes from './WorkflowBuilder.module.css';

/** A workflow as people build it: its steps, the fields of one, and what keeps it from being published. */
export function WorkflowBuilderPage() {
  const { workflowId } = useParams({ from: '/workflows/$workflowId' });
  const place = usePlace();
  const draft = useQuery({
    queryKey: ['workflow-draft', place, workflowId],
    queryFn: ({ signal }) => call(place, 'GET /api/workflows/:id/draft', { path: { id: workflowId }, signal }),
    // The builder keeps its own state; a draft that is read again would overwrite what is being typed.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, error } = useLoadBuilderData();
  const failure = draft.error ?? error ?? null;
  if (draft.data !== undefined && data !== undefined)
    return <Builder key={`${workflowId} ${place.branch}`} loaded={draft.data} data={data} />;
  return (
    <>
      <PageHeading title={isGone(draft.error) ? 'Workflow not found' : 'Workflow'} parent={<AllWorkflows />} />
      {failure === null ? (
        <Skeleton height={320} />
      ) : (
        <ErrorNote title="Couldn't load the workflow" error={failure} onRetry={() => void draft.refetch()} />
      )}
    </>
  );
}

function AllWorkflows() {
  return (
    <Anchor component={Link} to="/workflows" size="sm">
      All workflows
    </Anchor>
  );
}

function Builder({ loaded, data }: { loaded: WorkflowDraft; data: Omit<BuilderData, 'sample'> }) {
  const abilities = useAbilities();
  const state = useEditedWorkflow(loaded);
  const { workflow, draft, change } = state;
  const { data: all } = useWorkflows();
  const app = all?.find(({ id }) => id === draft.workflowId)?.app;
  const canWrite = abilities.canWrite && app === undefined;
  const { sample: delivery } = useSearch({ from: '/workflows/$workflowId' });
  const [isListening, setIsListening] = useState(false);
  const { sample, isCurrent } = useSample(draft, { delivery, isListening });
  // The chosen delivery stays the same whatever comes.
  const heard = isCurrent && delivery === undefined ? (sample.from?.id ?? 'nothing') : undefined;
  useStopWhenHeard(heard, isListening, setIsListening);
  const [chosen, setChosen] = useState('trigger');
  useUndoKeys(state);
  const faults = placeFaults(workflow, draft.mistakes);
  const counts = new Map<string, number>();
  for (const { at } of faults) if (at !== undefined) counts.set(at, (counts.get(at) ?? 0) + 1);
  const step = walkSteps(workflow.steps, workflowKinds).find((placed) => placed.step.id === chosen)?.step;
  const at = step === undefined ? 'trigger' : chosen;

  return (
    <BuilderDataContext value={{ ...data, sample }}>
      <PlaceInWorkflowContext value={{ workflow, stepId: step?.id }}>
        <PageHeading title={workflow.name} parent={<AllWorkflows />}>
          {canWrite && <Actions state={state} faults={faults} />}
        </PageHeading>
        {state.saving === 'failed' && <NotSaved state={state} />}
        {app !== undefined && <FromApp {...{ app, workflow }} canCopy={abilities.canWrite} />}
        {draft.moves.map(({ connector, from, to }) => (
          <Text key={connector} size="sm" mb="sm">
            It uses {connector} {from}. Publishing moves it to {to}.
          </Text>
        ))}
        <div className={classes.builder}>
          <div>
            <StepTree
              {...{ workflow, chosen: at, canWrite }}
              numbers={numbersOf(workflow)}
              faults={counts}
              onChoose={setChosen}
              onChange={change}
              onAdd={(where, kind) => {
                const added = makeStep(kind, idsOf(workflow));
                change(insertStep(workflow, where, added));
                setChosen(added.id);
              }}
            />
            <Problems faults={faults} workflow={workflow} onChoose={setChosen} />
          </div>
          <Panel
            key={at}
            state={state}
            step={step as EditedStep | undefined}
            faults={faults}
            canWrite={canWrite}
            onChoose={setChosen}
            {...{ isListening, onListen: setIsListening }}
          />
        </div>
      </PlaceInWorkflowContext>
    </BuilderDataContext>
  );
}

const savingWords = {
  saved: 'Draft saved',
  waiting: 'Saving …',
  saving: 'Saving …',
  failed: 'Not saved',
};

function Actions({ state, faults }: { state: EditedState; faults: readonly PlacedFault[] }) {
  const place = usePlace();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { draft, undo, redo, saving, save, replace } = state;
  const { isSending, error, send } = useSending();
  const [areVersionsOpen, setAreVersionsOpen] = useState(false);
  const isChanged = draft.version > 0 || saving !== 'saved';

  async function publish() {
    await send(async () => {
      const saved = await save();
      if (saved === undefined) return;
      const id = draft.workflowId;
      await call(place, 'POST /api/workflows/:id/publish', { path: { id }, body: { version: saved.version } });
      replace(await call(place, 'GET /api/workflows/:id/draft', { path: { id } }));
      announce('The workflow is published');
      await queries.invalidateQueries({ queryKey: ['workflows', place] });
    });
  }

  return (
    <>
      <span className={classes.saved} role="status">
        {isChanged ? savingWords[saving] : 'Published'}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Undo"
        data-control
        aria-disabled={undo === undefined}
        onClick={undo}
      >
        <IconArrowBackUp aria-hidden size={17} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Redo"
        data-control
        aria-disabled={redo === undefined}
        onClick={redo}
      >
        <IconArrowForwardUp aria-hidden size={17} />
      </ActionIcon>
      <Button variant="default" size="xs" onClick={() => setAreVersionsOpen(true)}>
        Versions
      </Button>
      <BusyButton
        size="xs"
        isBusy={isSending}
        data-control
        aria-disabled={!isChanged || faults.length > 0}
        onClick={() => void publish()}
      >
        Publish
      </BusyButton>
      {error !== undefined && (
        <div className={classes.refused}>
          <ErrorNote title="Couldn't publish" error={error} />
        </div>
      )}
      <WorkflowMenu state={state} />
      {areVersionsOpen && <VersionsDialog state={state} onClose={() => setAreVersionsOpen(false)} />}
    </>
  );
}

/** A save that failed: the changes are still here, and so is a way out. */
function NotSaved({ state: { error, save, replace, draft } }: { state: EditedState }) {
  const place = usePlace();
  const takeTheirs = async () => {
    replace(await call(place, 'GET /api/workflows/:id/draft', { path: { id: draft.workflowId } }));
  };
  return (
    <>
      <ErrorNote title="Couldn't save the draft" error={error} onRetry={() => void save()} />
      <Button variant="default" size="xs" mb="md" onClick={() => void takeTheirs()}>
        Drop my changes and read the draft again
      </Button>
    </>
  );
}

function Problems({
  faults,
  workflow,
  onChoose,
}: {
  faults: readonly PlacedFault[];
  workflow: EditedWorkflow;
  onChoose: (id: string) => void;
}) {
  if (faults.length === 0) return null;
  const numbers = numbersOf(workflow);
  return (
    <section className={classes.problems} aria-label="Problems">
      <Title order={2} size="h4">
        {faults.length === 1 ? '1 problem' : `${faults.length} problems`} before it can be published
      </Title>
      <ul>
        {faults.map(({ at, field, detail }, index) => (
          <li key={index}>
            <button type="button" onClick={() => onChoose(at ?? 'trigger')}>
              <b>{at === undefined ? 'Workflow' : at === 'trigger' ? 'Start' : `Step ${numbers.get(at)}`}</b>{' '}
              {field !== undefined && `${field}: `}
              {detail}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PanelProps {
  state: EditedState;
  /** Undefined for the trigger. */
  step: EditedStep | undefined;
  faults: readonly PlacedFault[];
  canWrite: boolean;
  onChoose: (id: string) => void;
  isListening: boolean;
  onListen: (isListening: boolean) => void;
}

function Panel({ state, step, faults, canWrite, onChoose, isListening, onListen }: PanelProps) {
  const { workflow, change, accounts, chooseAccount } = state;
  const own = faults.filter(({ at }) => at === (step?.id ?? 'trigger'));
  const byField = new Map(own.flatMap(({ field, detail }) => (field === undefined ? [] : [[field, detail] as const])));
  const value = step ?? workflow.trigger;
  const kind =
    step === undefined
      ? workflowKinds.triggers.find((one) => one.kind === workflow.trigger.kind)
      : findStepKind(workflowKinds, step);
  const others = own.filter(({ field }) => field === undefined);
  return (
    <aside
      className={classes.panel}
      // Without fields to focus, people with a keyboard scroll the panel itself.
      tabIndex={canWrite ? undefined : 0}
      aria-label={step === undefined ? 'Start' : `Step ${numbersOf(workflow).get(step.id)}`}
    >
      <fieldset disabled={!canWrite} className={classes.fields}>
        <Title order={2} size="h4">
          {step === undefined ? 'What starts it' : (kind?.name ?? step.kind)}
        </Title>
        {step === undefined ? (
          <>
            <TextInput
              label="Name of the workflow"
              value={workflow.name}
              onChange={(event) => change({ ...workflow, name: event.currentTarget.value })}
            />
            <NativeSelect
              label="Starts with"
              data={Object.entries(triggerStarts).map(([value_, { label }]) => ({ value: value_, label }))}
              value={workflow.trigger.kind}
              onChange={({ currentTarget }) =>
                change({
                  ...workflow,
                  trigger: { kind: currentTarget.value, ...triggerStarts[currentTarget.value]?.start },
                })
              }
            />
          </>
        ) : (
          <StepName step={step} workflow={workflow} change={change} onChoose={onChoose} />
        )}
        {kind !== undefined && (
          <Text size="xs" c="dimmed">
            {kind.description.replaceAll('`', '')}
          </Text>
        )}
        {step === undefined && workflow.trigger.kind === 'address' && (
          <OwnAddress workflowId={state.draft.workflowId} />
        )}
        {others.map(({ detail }) => (
          <Alert key={detail} color="red" variant="outline">
            {detail}
          </Alert>
        ))}
        {kind !== undefined && (
          <StepForm
            value={value}
            schema={kind.schema}
            templates={'templates' in kind ? (kind.templates ?? []) : []}
            faults={byField}
            accounts={accounts}
            onAccount={chooseAccount}
            onChange={(next) =>
              change(
                step === undefined
                  ? { ...workflow, trigger: next }
                  : changeStep(workflow, step.id, () => next as EditedStep),
              )
            }
          />
        )}
        {step === undefined && (
          <LimitsFields value={workflow.limits} onChange={(limits) => change(withKey(workflow, 'limits', limits))} />
        )}
      </fieldset>
      <div className={classes.testing}>
        {step === undefined ? (
          <SampleSource kind={workflow.trigger.kind} {...{ isListening, onListen }} />
        ) : (
          canWrite && <TestStep key={step.id} state={state} step={step} />
        )}
      </div>
    </aside>
  );
}

function StepName({
  step,
  workflow,
  change,
  onChoose,
}: {
  step: EditedStep;
  workflow: EditedWorkflow;
  change: EditedState['change'];
  onChoose: (id: string) => void;
}) {
  const [id, setId] = useState(step.id);
  const isTaken = id !== step.id && idsOf(workflow).has(id);
  const rename = () => {
    if (id === step.id || id === '' || isTaken) return;
    change(renameStep(workflow, step.id, id));
    onChoose(id);
  };
  return (
    <Group grow align="start">
      <TextInput
        label="Name"
        value={step.name ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change(changeStep(workflow, step.id, (before) => withKey(before, 'name', value || undefined)))
        }
      />
      <TextInput
        label="Name in templates"
        value={id}
        error={isTaken ? 'Another step has this name.' : undefined}
        onChange={({ currentTarget }) => setId(currentTarget.value)}
        onBlur={rename}
      />
    </Group>
  );
}

/** Stops listening once another event than the one before has come. `id`: of the newest event, if it is known. */
function useStopWhenHeard(
  id: string | undefined,
  isListening: boolean,
  setIsListening: (isListening: boolean) => void,
): void {
  const announce = useAnnounce();
  const before = useRef<string>(undefined);
  useEffect(() => {
    if (!isListening || id === undefined) {
      before.current = undefined;
      return;
    }
    before.current ??= id;
    if (before.current === id) return;
    setIsListening(false);
    announce('An event has come');
  }, [id, isListening, setIsListening, announce]);
}
