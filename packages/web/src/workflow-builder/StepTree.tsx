import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { describeStep, describeTrigger, findStepKind, workflowKinds } from '@tallyhook/schemas/kinds';
import { Fragment } from 'react';
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
          <span className={classes.name}>{step.name ?? kind?.name ?? step.kind}</span>
          <span className={classes.what}>{safely(() => describeStep(step, workflowKinds))}</span>
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

/** A step that is not finished may lack what its summary reads. */
function safely(describe: () => string): string {
  try {
    return describe();
  } catch {
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

interface AddStepProps extends StepTreeProps {
  place: { list: ListPlace; index: number };
  isLast?: boolean;
}

/** The button between steps, with the kinds of steps. */
function AddStep({ place, isLast = false, canWrite, onAdd, numbers }: AddStepProps) {
  if (!canWrite) return null;
  const inside = place.list === 'workflow' ? '' : ` inside step ${numbers.get(place.list.stepId)}`;
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
