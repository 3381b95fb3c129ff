import { Checkbox } from '@mantine/core';
import type { QuestionGroup } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { unitLabels } from '../chart/cycles.ts';
import { newGroup, withGroups } from './change-draft.ts';
import { CountPicker } from './CountPicker.tsx';
import type { Draft } from './draft.ts';
import { fieldOptions } from './field-options.ts';
import { Picker } from './Picker.tsx';
import { PartProblem, RemoveButton, SentencePart } from './SentencePart.tsx';
import classes from './Sentence.module.css';

export interface GroupPartProps {
  draft: Draft;
  /** 0 for the groups, 1 for the split within each group. */
  at: 0 | 1;
  fields: readonly AskedField[];
  problem: string | undefined;
  onChange: (draft: Draft) => void;
}

type Unit = NonNullable<QuestionGroup['unit']>;

const tops = [3, 5, 10, 15, 20, 50];
const maxTop = 1_000;

/** One grouping: a field, a unit for dates, and a limit on the number of groups for other fields. */
export function GroupPart({ draft, at, fields, problem, onChange }: GroupPartProps) {
  const label = at === 0 ? 'Grouped by' : 'Then by';
  const group = draft.groups[at];
  const field = fields.find(({ name }) => name === group?.field);
  const put = (groups: QuestionGroup[]) => onChange(withGroups(draft, groups, fields));
  const change = (changed: QuestionGroup) => put(draft.groups.map((one, index) => (index === at ? changed : one)));
  const remove = () => put(draft.groups.filter((_, index) => index !== at));
  const other = draft.groups[1 - at]?.field;

  return (
    <SentencePart label={label}>
      <div className={classes.row}>
        <Picker
          label={label}
          text={group === undefined ? (at === 0 ? 'nothing' : 'nothing more') : (field?.label ?? group.field)}
          chosen={group === undefined ? [] : [group.field]}
          isEmpty={group === undefined}
          isWrong={group !== undefined && field === undefined}
          options={fieldOptions(fields.filter(({ groupable, name }) => groupable && name !== other))}
          onPick={(name) => {
            const chosen = newGroup(fields.find((one) => one.name === name)!);
            if (group === undefined) put([...draft.groups, chosen]);
            else change(group.field === name ? group : chosen);
          }}
          {...(group === undefined ? {} : { onRemove: remove })}
        />
        {group !== undefined && field !== undefined && field.units.length > 0 && (
          <Picker
            label={`${label}, period`}
            text={`by ${unitLabels[group.unit ?? 'day']}`}
            chosen={[group.unit ?? 'day']}
            options={field.units.map((unit) => ({ value: unit, label: `by ${unitLabels[unit]}` }))}
            onPick={(unit) => change({ ...group, unit: unit as Unit })}
          />
        )}
        {group !== undefined && field?.units.length === 0 && (
          <CountPicker
            label={`${label}, how many`}
            all="all groups"
            labelOf={(count) => `the ${count} largest`}
            counts={tops}
            max={maxTop}
            count={group.top}
            onPick={(top) => change(withTop(group, top))}
          />
        )}
        {group !== undefined && <RemoveButton what={`${label}: ${field?.label ?? group.field}`} onRemove={remove} />}
      </div>
      {group?.top !== undefined && (
        <Checkbox
          size="sm"
          label="Show all others as one group"
          checked={group.other ?? false}
          onChange={({ currentTarget }) => change(withTop({ ...group, other: currentTarget.checked }, group.top))}
        />
      )}
      {problem !== undefined && <PartProblem>{problem}</PartProblem>}
    </SentencePart>
  );
}

/** The grouping limited to its largest groups, or unlimited; without a limit there is no "all others" group either. */
function withTop(group: QuestionGroup, top: number | undefined): QuestionGroup {
  const { field, as, other } = group;
  return { field, ...(as && { as }), ...(top && { top }), ...(top && other && { other }) };
}
