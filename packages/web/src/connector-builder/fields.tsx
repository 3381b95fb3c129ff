import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { JsonField } from '../workflow-builder/JsonField.tsx';
import { ListField } from '../workflow-builder/ListField.tsx';
import { useTypedText } from '../workflow-builder/use-typed-text.ts';
import type { ValuePath } from './edit-json.ts';
import { useFieldAt } from './file-context.ts';
import classes from './ConnectorBuilder.module.css';

interface FieldAtProps {
  at: ValuePath;
  label: string;
  hint?: string;
  /** Shown while it is empty: what then applies. */
  placeholder?: string;
}

const textOf = (value: unknown) =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** A text. An empty one is removed, unless the file must have it. */
export function TextAt({
  at,
  isRequired = false,
  isCode = false,
  isLong = false,
  ...props
}: FieldAtProps & { isRequired?: boolean; isCode?: boolean; isLong?: boolean }) {
  const { id, value, fault, set } = useFieldAt(at);
  const shared = {
    id,
    label: props.label,
    description: props.hint,
    placeholder: props.placeholder,
    value: textOf(value),
    error: fault,
    spellCheck: !isCode,
    classNames: isCode ? { input: classes.code } : {},
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set(currentTarget.value === '' && !isRequired ? undefined : currentTarget.value),
  };
  return isLong ? <Textarea {...shared} autosize minRows={2} maxRows={8} /> : <TextInput {...shared} />;
}

/** One of several values. `standard` is what applies while the file says nothing. */
export function ChoiceAt({
  at,
  label,
  hint,
  options,
  standard,
}: FieldAtProps & { options: readonly (string | { value: string; label: string })[]; standard?: string }) {
  const { id, value, fault, set } = useFieldAt(at);
  const shown = textOf(value) || (standard ?? '');
  const known = options.some((option) => (typeof option === 'string' ? option : option.value) === shown);
  return (
    <NativeSelect
      {...{ id, label, error: fault, description: hint }}
      data={[...(known ? [] : [{ value: shown, label: shown || 'Choose' }]), ...options]}
      value={shown}
      onChange={({ currentTarget }) => set(currentTarget.value === standard ? undefined : currentTarget.value)}
    />
  );
}

/** A whole number; `unit` is how many of the file's units one shown unit has. */
export function NumberAt({ at, label, hint, unit = 1, placeholder }: FieldAtProps & { unit?: number }) {
  const { id, value, fault, set } = useFieldAt(at);
  // What is no number goes into the file as it was typed, and is a problem there.
  const read = (typed: string): unknown =>
    typed.trim() === '' ? undefined : Number.isNaN(Number(typed)) ? typed : Math.round(Number(typed) * unit);
  const show = (given: unknown) => (typeof given === 'number' ? String(given / unit) : textOf(given));
  const [text, setText] = useTypedText(value, { show, read });
  return (
    <TextInput
      {...{ id, label, placeholder, error: fault, description: hint, value: text }}
      inputMode="decimal"
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        set(read(currentTarget.value));
      }}
    />
  );
}

/** On or off; `standard` is what applies while the file says nothing. */
export function SwitchAt({ at, label, hint, standard = false }: FieldAtProps & { standard?: boolean }) {
  const { id, value, fault, set } = useFieldAt(at);
  return (
    <Switch
      {...{ id, label, error: fault, description: hint }}
      checked={typeof value === 'boolean' ? value : standard}
      onChange={({ currentTarget }) => set(currentTarget.checked === standard ? undefined : currentTarget.checked)}
    />
  );
}

/** Short texts with commas between; `isNumbers` for statuses. A single text counts as a list of one. */
export function ListAt({ at, label, hint, isNumbers = false }: FieldAtProps & { isNumbers?: boolean }) {
  const { value, fault, set, id } = useFieldAt(at);
  const list = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(textOf);
  const read = (one: string) => (isNumbers && /^\d+$/.test(one) ? Number(one) : one);
  return (
    <div id={id} tabIndex={-1}>
      <ListField
        {...{ label, hint, fault }}
        value={list}
        onChange={(next) => set(next.length === 0 ? undefined : next.map(read))}
      />
    </div>
  );
}

/** A part that has no fields of its own, as JSON. */
export function JsonAt({ at, label, hint }: FieldAtProps) {
  const { id, value, fault, set } = useFieldAt(at);
  return (
    <div id={id} tabIndex={-1}>
      <JsonField {...{ label, hint, value, fault }} onChange={set} />
    </div>
  );
}
