import { Text } from '@mantine/core';
import type { FieldChangePreview } from '@tallyhook/schemas/api';
import { counted } from '../shell/counted.ts';
import classes from './Types.module.css';

/** The fields whose values a change of their type loses or fills, with examples. */
export function FieldEffects({ fields }: { fields: readonly FieldChangePreview[] }) {
  return fields
    .filter((field) => field.lost > 0 || field.filled > 0)
    .map(({ field, label, change, values, lost, filled, options = [], examples }) => (
      <div key={field}>
        <Text fw={600}>
          {label}: {lost > 0 && `${lost} of ${counted(values, 'value')} ${goOrFit(change, lost)}`}
          {lost > 0 && filled > 0 && ', '}
          {filled > 0 && `${counted(filled, 'record')} ${filled === 1 ? 'gets' : 'get'} the default`}
        </Text>
        {options
          .filter(({ records }) => records > 0)
          .map(({ value, label: option, records }) => (
            <Text key={value}>
              The choice “{option}” is gone, and {counted(records, 'record has', 'records have')} it. To keep what they
              say, choose another one for them first, or keep the choice.
            </Text>
          ))}
        {examples.length > 0 && (
          <ul className={classes.lost} tabIndex={0} aria-label={`Values of ${label} that would be lost`}>
            {examples.map(({ id, label: record, value }) => (
              <li key={id}>{record === value ? value : `${record}: ${value}`}</li>
            ))}
          </ul>
        )}
      </div>
    ));
}

function goOrFit(change: FieldChangePreview['change'], lost: number): string {
  if (change === 'removed') return lost === 1 ? 'goes with the field' : 'go with the field';
  return lost === 1 ? 'does not fit' : 'do not fit';
}
