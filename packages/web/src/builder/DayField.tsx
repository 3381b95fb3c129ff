import { TextInput } from '@mantine/core';
import { useState } from 'react';

export interface DayFieldProps {
  label: string;
  /** As `2026-03-01`; empty where there is none. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * A day that is typed or picked. The browser calls a day empty while one of its parts is: the day before counts until
 * the new one is whole, or until the field is left without one.
 */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const [unfinishedFrom, setUnfinishedFrom] = useState<string>();
  // What others change meanwhile is shown at once.
  const isUnfinished = unfinishedFrom === value;
  return (
    <TextInput
      type="date"
      size="sm"
      aria-label={label}
      value={isUnfinished ? '' : value}
      onChange={({ currentTarget }) => {
        const day = currentTarget.value;
        setUnfinishedFrom(day === '' ? value : undefined);
        if (day !== '') onChange(day);
      }}
      onBlur={() => isUnfinished && value !== '' && onChange('')}
    />
  );
}
