import type { RecordType } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { comparisonLabel } from '../reports/comparison-label.ts';
import { newHaving, withHavingOperator } from './change-draft.ts';
import { ConditionValue } from './ConditionValue.tsx';
import { isAsked, type Draft, type DraftHaving, type HavingOperator } from './draft.ts';
import { kindOfMeasure, measureLabel } from './measures.ts';
import { Picker } from './Picker.tsx';
import { PartProblem, RemoveButton, SentencePart } from './SentencePart.tsx';
import { unfinishedHint } from './unfinished.ts';
import { useFocusWhenNew } from './use-focus-when-new.ts';
import classes from './Sentence.module.css';

export interface HavingPartProps {
  draft: Draft;
  type: RecordType | undefined;
  fields: readonly AskedField[];
  /** The problem with a condition, by its index among the complete conditions. */
  problemOf: (place: number) => string | undefined;
  onChange: (draft: Draft) => void;
}

const operators: readonly HavingOperator[] = ['gte', 'gt', 'lte', 'lt', 'eq', 'ne', 'between'];
const maxConditions = 10;

/** Filters groups by their measure. */
export function HavingPart({ draft, type, fields, problemOf, onChange }: HavingPartProps) {
  const kind = kindOfMeasure(draft.measure, fields);
  const measured = { label: measureLabel(draft.measure, { type, fields }), kind };
  const asked = draft.having.filter(isAsked);
  const put = (having: DraftHaving[]) => onChange({ ...draft, having });
  return (
    <SentencePart label="Keep groups">
      {draft.having.map((one) => {
        const place = asked.findIndex(({ id }) => id === one.id);
        return (
          <HavingRow
            key={one.id}
            having={one}
            measured={measured}
            isUnfinished={place < 0}
            problem={place < 0 ? undefined : problemOf(place)}
            onChange={(changed) => put(draft.having.map((each) => (each.id === one.id ? changed : each)))}
            onRemove={() => put(draft.having.filter(({ id }) => id !== one.id))}
          />
        );
      })}
      {draft.having.length < maxConditions && (
        <Picker
          label="Add a condition on the groups"
          text={draft.having.length === 0 ? 'all of them' : 'Add a condition'}
          chosen={[]}
          isEmpty
          isAdding
          options={operators.map((op) => ({
            value: op,
            label: `whose ${measured.label} ${comparisonLabel(op, kind)}`,
          }))}
          onPick={(op) => put([...draft.having, newHaving(op as HavingOperator, kind)])}
        />
      )}
    </SentencePart>
  );
}

interface HavingRowProps {
  having: DraftHaving;
  /** The measure that the condition compares. */
  measured: Pick<AskedField, 'label' | 'kind'>;
  /** Whether the condition is incomplete. */
  isUnfinished: boolean;
  problem: string | undefined;
  onChange: (having: DraftHaving) => void;
  onRemove: () => void;
}

function HavingRow({ having, measured, isUnfinished, problem, onChange, onRemove }: HavingRowProps) {
  const { label, kind } = measured;
  const row = useFocusWhenNew(having.isNew);
  // Compare a measure like a field of its kind.
  const field = {
    ...measured,
    name: '',
    many: false,
    system: false,
    ops: [],
    fns: [],
    units: [],
    groupable: false,
    indexed: false,
  };
  return (
    <div ref={row} className={classes.row} role="group" aria-label={`Condition on the groups: ${label}`}>
      <span className={classes.plain}>whose {label}</span>
      <Picker
        label={`Comparison of ${label}`}
        text={comparisonLabel(having.op, kind)}
        chosen={[having.op]}
        options={operators.map((op) => ({ value: op, label: comparisonLabel(op, kind) }))}
        onRemove={onRemove}
        onPick={(op) => onChange(withHavingOperator(having, op as HavingOperator, kind))}
      />
      <ConditionValue
        condition={{ ...having, field: '' }}
        type=""
        field={field}
        onChange={({ value }) => onChange({ ...having, value: value as DraftHaving['value'] })}
        onRemove={onRemove}
      />
      <RemoveButton what={`the condition on ${label}`} onRemove={onRemove} />
      {isUnfinished && <p className={classes.hint}>{unfinishedHint}</p>}
      {problem !== undefined && <PartProblem>{problem}</PartProblem>}
    </div>
  );
}
