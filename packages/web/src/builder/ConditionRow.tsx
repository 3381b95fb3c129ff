import type { AnswerRange } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { comparisonLabel, offeredOperators } from '../reports/comparison-label.ts';
import { useFormats } from '../use-formats.ts';
import { newCondition, withOperator } from './change-draft.ts';
import { ConditionValue } from './ConditionValue.tsx';
import type { DraftCondition, Operator } from './draft.ts';
import { fieldOptions } from './field-options.ts';
import { Picker } from './Picker.tsx';
import { formatRange } from '../chart/format-range.ts';
import { PartProblem, RemoveButton } from './SentencePart.tsx';
import { unfinishedHint } from './unfinished.ts';
import { useFocusWhenNew } from './use-focus-when-new.ts';
import classes from './Sentence.module.css';

export interface ConditionRowProps {
  condition: DraftCondition;
  type: string;
  fields: readonly AskedField[];
  /** Whether the condition is incomplete. */
  isUnfinished: boolean;
  problem: string | undefined;
  resolved: AnswerRange | undefined;
  timezone: string | undefined;
  onChange: (condition: DraftCondition) => void;
  onRemove: () => void;
}

/** One condition: field, comparison, value. */
export function ConditionRow(props: ConditionRowProps) {
  const { condition, type, fields, isUnfinished, problem, resolved, timezone, onChange, onRemove } = props;
  const formats = useFormats();
  const field = fields.find(({ name }) => name === condition.field);
  const label = field?.label ?? condition.field;
  const row = useFocusWhenNew(condition.isNew);

  return (
    <div ref={row} className={classes.row} role="group" aria-label={`Condition: ${label}`}>
      <Picker
        label="Condition field"
        text={label}
        chosen={[condition.field]}
        isWrong={field === undefined}
        options={fieldOptions(fields.filter(({ ops }) => ops.length > 0))}
        onRemove={onRemove}
        onPick={(name) => {
          if (name === condition.field) return;
          onChange({ ...newCondition(fields.find((one) => one.name === name)!), id: condition.id });
        }}
      />
      {field !== undefined && (
        <>
          <Picker
            label={`Comparison of ${label}`}
            text={comparisonLabel(condition.op, field.kind)}
            chosen={[condition.op]}
            options={offeredOperators(field, condition.op).map((value) => ({
              value,
              label: comparisonLabel(value, field.kind),
            }))}
            onRemove={onRemove}
            onPick={(op) => onChange(withOperator(condition, op as Operator, field))}
          />
          {/* The key resets typed text when the field changes. */}
          <ConditionValue key={field.name} {...{ condition, type, field, onChange, onRemove }} />
        </>
      )}
      <RemoveButton what={`the condition ${label}`} onRemove={onRemove} />
      {isUnfinished && <p className={classes.hint}>{unfinishedHint}</p>}
      {problem !== undefined && <PartProblem>{problem}</PartProblem>}
      {problem === undefined && resolved !== undefined && (
        <p className={classes.resolved}>{formatRange(resolved, formats, timezone)}</p>
      )}
    </div>
  );
}
