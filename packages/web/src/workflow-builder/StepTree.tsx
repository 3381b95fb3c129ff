import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { describeTrigger, findStep, findStepKind, workflowKinds } from '@tallyhook/schemas/kinds';
import { Fragment } from 'react';
import { useBuilderData, type BuilderData } from './builder-data.ts';
import { stepChoices } from './new-step.ts';
import {
  copyOf,
  insertStep,
  listOf,
  moveStep,
  removeStep,
  type EditedStep,
  type EditedWorkflow,
  type ListPlace,
} from './tree.ts';
import classes from './WorkflowBuilder.module.css';

export interface StepTreeProps {
  workflow: EditedWorkflow;
  /** The number of each step, such as `2.1`. */
  numbers: ReadonlyMap<string, string>;
  /** How many mistakes each step has, by its id; those of the trigger are under `trigger`. */
  faults: ReadonlyMap<string, number>;
  chosen: string | undefined;
  canWrite: boolean;
  onChoose: (id: string) => void;
  onAdd: (place: { list: ListPlace; index: number }, kind: string) => void;
  onChange: (workflow: EditedWorkflow) => void;
}

/** The trigger and the steps in order; branches and loops are nested. */
export function StepTree(props: StepTreeProps) {
  const { workflow, chosen, faults, onChoose } = props;
  const { trigger } = workflow;
  return (
    <div className={classes.tree}>
      <button
        type="button"
        className={classes.step}
        aria-current={chosen === 'trigger' ? 'true' : undefined}
        onClick={() => onChoose('trigger')}
      >
        <span className={classes.number}>Start</span>
        <span className={classes.name}>{describeTrigger(trigger, workflowKinds)}</span>
        <Faults count={faults.get('trigger') ?? 0} />
      </button>
      <StepList {...props} list="workflow" steps={workflow.steps} />
      <p className={classes.end}>End of the run</p>
    </div>
  );
}

function StepList({ list, steps, ...props }: StepTreeProps & { list: ListPlace; steps: readonly EditedStep[] }) {
  return (
    <>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <Fragment key={step.id}>
            <li>
              <AddStep {...props} place={{ list, index }} />
            </li>
            <li>
              <StepItem {...props} step={step} />
            </li>
          </Fragment>
        ))}
      </ol>
      <AddStep {...props} place={{ list, index: steps.length }} isLast />
    </>
  );
}

function StepItem({ step, ...props }: StepTreeProps & { step: EditedStep }) {
  const { numbers, chosen, faults, canWrite, onChoose } = props;
  const kind = findStepKind(workflowKinds, step);
  const blocks = Object.entries(kind?.blocks ?? {});
  const { title, what } = describe(step, useBuilderData());
  return (
    <>
      <div className={classes.row} data-chosen={chosen === step.id || undefined}>
        <button
          type="button"
          className={classes.step}
          aria-current={chosen === step.id ? 'true' : undefined}
          onClick={() => onChoose(step.id)}
        >
          <span className={classes.number}>{numbers.get(step.id)}</span>
          <span className={classes.name}>{step.name ?? title}</span>
          <span className={classes.what}>{what}</span>
          <Faults count={faults.get(step.id) ?? 0} />
        </button>
        {canWrite && <StepMenu {...props} step={step} />}
      </div>
      {blocks.map(([block, { label = 'For each item' }]) => (
        <div key={block} className={classes.block}>
          <p className={classes.blockName}>{label}</p>
          <StepList
            {...props}
            list={{ stepId: step.id, block }}
            steps={(step[block] as EditedStep[] | undefined) ?? []}
          />
        </div>
      ))}
    </>
  );
}

/** What a step does, in the names that people know. */
function describe(step: EditedStep, data: BuilderData): { title: string; what: string } {
  const kind = findStepKind(workflowKinds, step);
  const title = kind?.name ?? step.kind;
  if (step.kind === 'action' || step.kind === 'waitForDelivery') {
    const connector = data.connectors.find(({ id }) => id === step.connector);
    const action = connector?.actions.find(({ name }) => name === step.action);
    return { title: action?.label ?? title, what: connector?.name ?? 'Choose a connector' };
  }
  // Of a message, its text says more than the report that it opens.
  if (step.kind === 'tellPerson') return { title, what: summaryOf(step) };
  const named = [...data.reports, ...data.workflows].find(({ id }) => id === step.report || id === step.workflow);
  return { title, what: named?.name ?? summaryOf(step) };
}

function summaryOf(step: EditedStep): string {
  try {
    return findStepKind(workflowKinds, step)?.summary(step) ?? '';
  } catch {
    // A step that is not finished may lack what its summary reads.
    return '';
  }
}

function Faults({ count }: { count: number }) {
  if (count === 0) return null;
  return <span className={classes.faults}>{count === 1 ? '1 problem' : `${count} problems`}</span>;
}

function StepMenu({ step, workflow, numbers, onChange, onChoose }: StepTreeProps & { step: EditedStep }) {
  const number = numbers.get(step.id);
  const at = listOf(workflow, step.id);
  const copy = () => {
    if (at === undefined) return;
    const copied = copyOf(workflow, step);
    onChange(insertStep(workflow, { list: at.place, index: at.index + 1 }, copied));
    onChoose(copied.id);
  };
  return (
    <Menu position="bottom-end" withinPortal={false} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Step ${number}: move, copy or remove`}>
          <IconDots aria-hidden size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUp aria-hidden size={15} />}
          onClick={() => onChange(moveStep(workflow, step.id, -1))}
        >
          Move up
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown aria-hidden size={15} />}
          onClick={() => onChange(moveStep(workflow, step.id, 1))}
        >
          Move down
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy aria-hidden size={15} />} onClick={copy}>
          Copy
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash aria-hidden size={15} />}
          onClick={() => {
            onChange(removeStep(workflow, step.id));
            onChoose('trigger');
          }}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Where a nested list is, such as ` inside step 3, Yes`. */
function insideOf(
  workflow: EditedWorkflow,
  numbers: ReadonlyMap<string, string>,
  { stepId, block }: Exclude<ListPlace, 'workflow'>,
): string {
  const step = findStep(workflow.steps, stepId, workflowKinds);
  const label = step && findStepKind(workflowKinds, step)?.blocks?.[block]?.label;
  return ` inside step ${numbers.get(stepId)}${label === undefined ? '' : `, ${label}`}`;
}

interface AddStepProps extends StepTreeProps {
  place: { list: ListPlace; index: number };
  isLast?: boolean;
}

/** The button between steps, with the kinds of steps. */
function AddStep({ place, isLast = false, canWrite, onAdd, numbers, workflow }: AddStepProps) {
  if (!canWrite) return null;
  const inside = place.list === 'workflow' ? '' : insideOf(workflow, numbers, place.list);
  const where = isLast ? `at the end${inside}` : `before number ${place.index + 1}${inside}`;
  return (
    <Menu position="bottom" withinPortal={false} shadow="md" width={320}>
      <Menu.Target>
        {isLast ? (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus aria-hidden size={14} />}
            aria-label={`Add a step ${where}`}
          >
            Add a step
          </Button>
        ) : (
          <ActionIcon className={classes.plus} variant="subtle" size={24} aria-label={`Add a step ${where}`}>
            <IconPlus aria-hidden size={14} />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown className={classes.kinds}>
        {stepChoices.map(({ group, choices }) => (
          <Fragment key={group}>
            <Menu.Label>{group}</Menu.Label>
            {choices.map(({ kind, label, hint }) => (
              <Menu.Item key={kind} onClick={() => onAdd(place, kind)}>
                {label}
                {hint !== '' && <span className={classes.kindHint}>{hint}</span>}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
