import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import type { FieldOption } from '@tallyhook/schemas';
import { nameOf } from './edited-type.ts';
import classes from './Types.module.css';

const colours = ['Blue', 'Orange', 'Green', 'Pink', 'Olive', 'Sky', 'Purple', 'Forest'];

export interface OptionsEditorProps {
  options: readonly FieldOption[];
  /** The values that records may have; they stay when a label changes. */
  saved: readonly string[];
  onChange: (options: FieldOption[]) => void;
}

/** The choices of a field: their labels and colours, in order. */
export function OptionsEditor({ options, saved, onChange }: OptionsEditorProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const change = (at: number, part: Partial<FieldOption>) =>
    onChange(options.map((option, place) => (place === at ? { ...option, ...part } : option)));
  const relabel = (at: number, label: string) => {
    const { value } = options[at]!;
    if (saved.includes(value)) return change(at, { label });
    const taken = options.filter((_, place) => place !== at).map((option) => option.value);
    change(at, { label, value: nameOf(label, taken) });
  };
  const add = () => {
    onChange([
      ...options,
      {
        value: nameOf(
          `choice ${options.length + 1}`,
          options.map(({ value }) => value),
        ),
        label: '',
      },
    ]);
    requestAnimationFrame(() => {
      const inputs = list.current?.querySelectorAll('input');
      inputs?.[inputs.length - 1]?.focus();
    });
  };
  return (
    <fieldset className={classes.options} ref={list}>
      <legend>Choices</legend>
      {options.map((option, at) => (
        // A choice without a label yet has no name of its own.
        <div key={at} className={classes.option}>
          <TextInput
            aria-label={`Choice ${at + 1}`}
            maxLength={100}
            value={option.label}
            onChange={({ currentTarget }) => relabel(at, currentTarget.value)}
          />
          <NativeSelect
            aria-label={`Colour of choice ${at + 1}`}
            data={[
              { value: '', label: 'By place' },
              ...colours.map((label, index) => ({ value: String(index + 1), label })),
            ]}
            value={option.color === undefined ? '' : String(option.color)}
            onChange={({ currentTarget: { value } }) => {
              const { color, ...rest } = option;
              void color;
              onChange(
                options.map((one, place) =>
                  place !== at ? one : value === '' ? rest : { ...rest, color: Number(value) },
                ),
              );
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`Remove choice ${at + 1}`}
            onClick={() => onChange(options.filter((_, place) => place !== at))}
          >
            <IconX aria-hidden size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus aria-hidden size={14} />}
        onClick={add}
        w="fit-content"
      >
        Add a choice
      </Button>
    </fieldset>
  );
}
