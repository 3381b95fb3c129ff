import { Text } from '@mantine/core';
import type { Answer, RecordType } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { describeFilter } from '../reports/describe-report.ts';
import { newCondition, withoutPart, withPart } from './change-draft.ts';
import { ConditionRow } from './ConditionRow.tsx';
import { isComplete, type Draft } from './draft.ts';
import { fieldOptions } from './field-options.ts';
import { Picker } from './Picker.tsx';
import { PartProblem, RemoveButton, SentencePart } from './SentencePart.tsx';
import classes from './Sentence.module.css';

export interface ConditionsPartProps {
  draft: Draft;
  types: readonly RecordType[];
  fields: readonly AskedField[];
  /** The date ranges that the conditions resolved to in the last answer. */
  resolved: Answer['meta']['resolved'] | undefined;
  /** The problem with a condition, by its index among the complete conditions. */
  problemOf: (place: number) => string | undefined;
  onChange: (draft: Draft) => void;
}

const joins = [
  { value: 'and', label: 'all of these apply' },
  { value: 'or', label: 'any of these apply' },
];

/** The filter of the question, as a list of removable conditions. */
export function ConditionsPart({ draft, types, fields, resolved, problemOf, onChange }: ConditionsPartProps) {
  const asked = draft.parts.filter((part) => isComplete(part, fields));
  return (
    <SentencePart label="Where">
      {draft.parts.length > 1 && (
        <Picker
          label="How conditions combine"
          text={joins.find(({ value }) => value === draft.join)!.label}
          chosen={[draft.join]}
          options={joins}
          onPick={(join) => onChange({ ...draft, join: join as Draft['join'] })}
        />
      )}
      {draft.parts.map((part) => {
        const place = asked.indexOf(part);
        const problem = place < 0 ? undefined : problemOf(place);
        const remove = () => onChange(withoutPart(draft, part.id));
        return 'nest' in part ? (
          <div key={part.id} className={classes.row} role="group" aria-label="Group of conditions">
            <span className={classes.nest}>{describeFilter(part.nest, { type: draft.type, types })}</span>
            <RemoveButton what="these conditions" onRemove={remove} />
            {problem !== undefined && <PartProblem>{problem}</PartProblem>}
          </div>
        ) : (
          <ConditionRow
            key={part.id}
            condition={part}
            type={draft.type}
            fields={fields}
            isUnfinished={place < 0}
            problem={problem}
            resolved={place < 0 ? undefined : resolvedOf(resolved, draft.join, place)}
            timezone={resolved?.timezone}
            onChange={(condition) => onChange(withPart(draft, condition))}
            onRemove={remove}
          />
        );
      })}
      <Picker
        label="Add a condition"
        text="Add a condition"
        chosen={[]}
        isEmpty
        isAdding
        options={fieldOptions(fields.filter(({ ops }) => ops.length > 0))}
        onPick={(name) =>
          onChange({ ...draft, parts: [...draft.parts, newCondition(fields.find((field) => field.name === name)!)] })
        }
      />
      {draft.parts.length === 0 && (
        <Text size="sm" c="dimmed">
          Every record is included.
        </Text>
      )}
    </SentencePart>
  );
}

function resolvedOf(resolved: Answer['meta']['resolved'] | undefined, join: Draft['join'], place: number) {
  return resolved?.ranges.find(({ pointer }) => pointer === `#/filter/${join}/${place}`);
}
