import { Checkbox, Stack } from '@mantine/core';
import { optionLabel } from './fields.ts';

interface ChoicesProps {
  label: string;
  options: readonly string[];
  value: unknown;
  onChange: (value: string[] | undefined) => void;
}

/** Several of some options; none chosen means all. */
export function Choices({ label, options, value, onChange }: ChoicesProps) {
  const chosen = (value as string[] | undefined) ?? [];
  const change = (next: string[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <Stack gap={6} role="group" aria-label={label}>
      <b>{label}</b>
      {options.map((option) => (
        <Checkbox
          key={option}
          size="sm"
          label={optionLabel(option)}
          checked={chosen.includes(option)}
          onChange={({ currentTarget }) =>
            change(currentTarget.checked ? [...chosen, option] : chosen.filter((one) => one !== option))
          }
        />
      ))}
    </Stack>
  );
}
