import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Field, FieldKind, RecordType } from '@tallyhook/schemas';
import { Dialog } from '../shell/Dialog.tsx';
import { DefaultInput } from './DefaultInput.tsx';
import { canBeUnique, canHoldMany, kindLabels, nameOf } from './edited-type.ts';
import { FormatInput } from './FormatInput.tsx';
import { OptionsEditor } from './OptionsEditor.tsx';
import classes from './Types.module.css';

export interface FieldDialogProps {
  type: RecordType;
  types: readonly RecordType[];
  /** Absent for a new field. */
  field?: Field | undefined;
  /** The field as it is saved. */
  saved?: Field | undefined;
  onClose: () => void;
  onDone: (field: Field) => void;
}

/** Edits one field of a type; the type is saved as a whole later. */
export function FieldDialog({ type, types, field, saved, onClose, onDone }: FieldDialogProps) {
  const [edited, setEdited] = useState<Field>(field ?? { name: '', label: '', kind: 'text' });
  const [fault, setFault] = useState<string>();
  const change = (part: Partial<Field>) => setEdited({ ...edited, ...part });
  const taken = type.fields.map(({ name }) => name).filter((name) => name !== field?.name);
  const { kind, options = [] } = edited;

  function submit(event: FormEvent) {
    event.preventDefault();
    const label = edited.label.trim();
    if (label === '') return setFault('Enter a label.');
    if (kind === 'choice' && options.length === 0) return setFault('Add at least one choice.');
    if (kind === 'choice' && options.some((option) => option.label.trim() === ''))
      return setFault('Give each choice a label.');
    onDone(fieldOf({ ...edited, label, name: field?.name ?? nameOf(label, taken) }));
  }

  return (
    <Dialog title={field === undefined ? 'Add a field' : `Field ${field.label}`} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Label"
            data-autofocus
            maxLength={200}
            value={edited.label}
            error={fault}
            description={field === undefined ? undefined : `Questions and programs call it ${field.name}; that stays.`}
            onChange={({ currentTarget }) => change({ label: currentTarget.value })}
          />
          <div className={classes.pair}>
            <NativeSelect
              label="Kind"
              value={kind}
              data={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) => {
                const next = currentTarget.value as FieldKind;
                const target = next === 'relation' ? { target: edited.target ?? types[0]?.name } : {};
                setEdited({ ...fieldOf({ ...edited, kind: next }), ...target, options });
              }}
            />
            {kind === 'relation' && (
              <NativeSelect
                label="Points to"
                value={edited.target}
                data={types.map(({ name, label }) => ({ value: name, label }))}
                onChange={({ currentTarget }) => change({ target: currentTarget.value })}
              />
            )}
          </div>
          {canHoldMany(kind) && (
            <Checkbox
              label="Several values in one record"
              checked={edited.many === true}
              onChange={({ currentTarget }) =>
                setEdited(without({ ...edited, many: currentTarget.checked }, 'default'))
              }
            />
          )}
          {kind === 'choice' && (
            <OptionsEditor
              options={options}
              saved={saved?.options?.map(({ value }) => value) ?? []}
              onChange={(next) => change({ options: next })}
            />
          )}
          {kind === 'number' && (
            <FormatInput
              format={edited.format}
              onChange={(format) => setEdited(format === undefined ? without(edited, 'format') : { ...edited, format })}
            />
          )}
          <Checkbox
            label="Required"
            description="Every record must have a value"
            checked={edited.required === true}
            onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
          />
          {canBeUnique(kind) && (
            <Checkbox
              label="Unique"
              description="No two records may have the same value"
              checked={edited.unique === true}
              onChange={({ currentTarget }) => change({ unique: currentTarget.checked })}
            />
          )}
          {edited.unique !== true && (
            <DefaultInput
              field={edited}
              onChange={(preset) =>
                setEdited(preset === undefined ? without(edited, 'default') : { ...edited, default: preset })
              }
            />
          )}
          <TextInput
            label="Help (optional)"
            description="Shown below the field"
            maxLength={500}
            value={edited.help ?? ''}
            onChange={({ currentTarget }) => change({ help: currentTarget.value })}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">{field === undefined ? 'Add field' : 'Use it'}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function without(field: Field, key: 'default' | 'format'): Field {
  return Object.fromEntries(Object.entries(field).filter(([name]) => name !== key)) as unknown as Field;
}

/** Only the settings that the kind has, and none that say nothing. */
function fieldOf({
  name,
  label,
  kind,
  many,
  required,
  options,
  target,
  format,
  unique,
  default: preset,
  help,
}: Field): Field {
  const isUnique = unique === true && canBeUnique(kind);
  const allowed =
    typeof preset === 'string' && kind === 'choice' ? options?.some(({ value }) => value === preset) : true;
  const kinds: Partial<Record<FieldKind, string>> = { number: 'number', yesNo: 'boolean' };
  const fits =
    preset !== undefined && (Array.isArray(preset) ? kind === 'choice' : typeof preset === (kinds[kind] ?? 'string'));
  return {
    ...{ name, label, kind },
    ...(many === true && canHoldMany(kind) && { many }),
    ...(required === true && { required }),
    ...(kind === 'choice' && { options: options ?? [] }),
    ...(kind === 'relation' && target !== undefined && { target }),
    ...(kind === 'number' && format !== undefined && { format }),
    ...(isUnique && { unique: true }),
    ...(fits && allowed && !isUnique && !['relation', 'person', 'file'].includes(kind) && { default: preset }),
    ...(help !== undefined && help.trim() !== '' && { help: help.trim() }),
  };
}
