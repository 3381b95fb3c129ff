import { NativeSelect, Stack, TextInput } from '@mantine/core';
import type { WorkflowLimits } from '@tallyhook/schemas';
import { TemplateField } from './TemplateField.tsx';
import { withKey } from './with-key.ts';

interface LimitsFieldsProps {
  value: WorkflowLimits | undefined;
  onChange: (value: WorkflowLimits | undefined) => void;
}

/** How many runs of the workflow there are at the same time. */
export function LimitsFields({ value, onChange }: LimitsFieldsProps) {
  return (
    <Stack gap="sm" role="group" aria-label="Runs at the same time">
      <TextInput
        label="Runs at the same time, at most"
        placeholder="No limit"
        inputMode="numeric"
        value={value === undefined ? '' : String(value.atMost)}
        onChange={({ currentTarget: { value: text } }) => {
          if (text === '') onChange(undefined);
          else if (/^\d{1,3}$/.test(text)) onChange({ ...value, atMost: Number(text) });
        }}
      />
      {value !== undefined && (
        <>
          <TemplateField
            label="Counted together (optional)"
            hint="Only runs with the same value count together: at most one of them means one after the other."
            value={value.key ?? ''}
            onChange={(key) => onChange(withKey(value, 'key', key || undefined))}
          />
          <NativeSelect
            label="When there are as many"
            data={[
              { value: 'wait', label: 'A new run waits for its turn' },
              { value: 'newest', label: 'Only the newest waits for its turn' },
              { value: 'skip', label: 'A new run is skipped' },
            ]}
            value={value.whenFull ?? 'wait'}
            onChange={({ currentTarget }) =>
              onChange(withKey(value, 'whenFull', currentTarget.value === 'wait' ? undefined : currentTarget.value))
            }
          />
        </>
      )}
    </Stack>
  );
}
