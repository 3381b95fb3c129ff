import { TextInput } from '@mantine/core';
import type { QuestionCondition, QuestionScalar } from '@tallyhook/schemas';
import type { ReactNode } from 'react';
import type { AskedField } from '@tallyhook/schemas/api';
import { takesList } from './change-draft.ts';
import { DayValue } from './DayValue.tsx';
import type { DraftCondition } from './draft.ts';
import { NumberField } from './NumberField.tsx';
import { Picker } from './Picker.tsx';
import { RangeValue } from './RangeValue.tsx';
import type { OneValueProps } from './one-value-props.ts';
import { useValues } from './use-values.ts';
import classes from './Sentence.module.css';

export interface ConditionValueProps {
  condition: DraftCondition;
  type: string;
  field: AskedField;
  onChange: (condition: DraftCondition) => void;
  onRemove: () => void;
}

type Value = NonNullable<QuestionCondition['value']>;

/** The value a field is compared with; renders nothing if the comparison needs none. */
export function ConditionValue({ condition, type, field, onChange, onRemove }: ConditionValueProps) {
  const { op, value } = condition;
  const { kind, label } = field;
  const put = (changed: Value | undefined) => {
    onChange({ ...condition, value: changed });
  };
  if (op === 'empty' || op === 'nempty') return null;
  if (kind === 'yesNo') {
    return (
      <Part>
        <Picker
          label={`Value of ${label}`}
          text={value === false ? 'no' : 'yes'}
          chosen={[value === false ? 'false' : 'true']}
          options={[
            { value: 'true', label: 'yes' },
            { value: 'false', label: 'no' },
          ]}
          onRemove={onRemove}
          onPick={(picked) => put(picked === 'true')}
        />
      </Part>
    );
  }
  const isDate = kind === 'day' || kind === 'instant';
  if (op === 'within' || op === 'nwithin')
    return <Part>{<RangeValue label={`Range of ${label}`} value={value} onChange={put} onRemove={onRemove} />}</Part>;
  if (op === 'between') {
    const [from, to] = Array.isArray(value) ? value : [undefined, undefined];
    const One = isDate ? DayValue : kind === 'number' ? NumberValue : TextValue;
    return (
      <Part>
        <One label={`${label}, from`} value={from} onChange={(one) => put([one ?? '', to ?? ''])} />
        <span>and</span>
        <One label={`${label}, to`} value={to} onChange={(one) => put([from ?? '', one ?? ''])} />
      </Part>
    );
  }
  if (isDate) return <Part>{<DayValue label={`Value of ${label}`} value={single(value)} onChange={put} />}</Part>;
  const isReference = kind === 'relation' || kind === 'person';
  if (kind === 'choice' || isReference || (takesList(op) && kind !== 'number'))
    return <Part>{<ChoiceValue {...{ condition, type, field, onChange: put, onRemove }} />}</Part>;
  if (takesList(op)) return <Part>{<span>{(Array.isArray(value) ? value : []).join(', ')}</span>}</Part>;
  const One = kind === 'number' ? NumberValue : TextValue;
  return <Part>{<One label={`Value of ${label}`} value={single(value)} onChange={put} />}</Part>;
}

function Part({ children }: { children: ReactNode }) {
  return (
    <span data-value className={classes.value}>
      {children}
    </span>
  );
}

function single(value: DraftCondition['value']): QuestionScalar | undefined {
  const one = Array.isArray(value) ? value[0] : value;
  return typeof one === 'object' ? undefined : one;
}

function NumberValue({ label, value, onChange }: OneValueProps) {
  const number = typeof value === 'number' ? value : undefined;
  return <NumberField {...{ label, onChange }} value={number} width={110} placeholder="a number" />;
}

function TextValue({ label, value, onChange }: OneValueProps) {
  return (
    <TextInput
      aria-label={label}
      w={180}
      size="sm"
      placeholder="a text"
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  );
}

interface ChoiceValueProps extends Omit<ConditionValueProps, 'onChange'> {
  onChange: (value: Value | undefined) => void;
}

/** A list of values to tick: a choice's options, otherwise values found in the records. */
function ChoiceValue({ condition, type, field, onChange, onRemove }: ChoiceValueProps) {
  const { op, value } = condition;
  const isList = takesList(op);
  const chosen = (value === undefined ? [] : Array.isArray(value) ? value : [value]).map(String);
  const { options, isLoading, emptyText } = useValues(type, field, chosen);
  const names = chosen.map((one) => options.find((option) => option.value === one)?.label ?? one);
  const toggle = (picked: string) => {
    if (!isList) return onChange(picked);
    const changed = chosen.includes(picked) ? chosen.filter((one) => one !== picked) : [...chosen, picked];
    onChange(changed.length === 0 ? undefined : changed);
  };
  return (
    <Picker
      label={`Value of ${field.label}`}
      text={names.length === 0 ? 'choose' : listText(names)}
      chosen={chosen}
      options={options}
      isLoading={isLoading}
      emptyText={emptyText}
      isMany={isList}
      isEmpty={chosen.length === 0}
      takesText={field.kind === 'text'}
      onRemove={onRemove}
      onPick={toggle}
    />
  );
}

function listText(names: readonly string[]): string {
  if (names.length <= 3) return names.join(', ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
