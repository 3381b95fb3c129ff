import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import type { NumberFormat } from '@tallyhook/schemas';
import { choiceOf, formatOf, type FormatChoice } from '../records/number-format.ts';
import { useFormats } from '../use-formats.ts';
import classes from './Types.module.css';

const decimals = Array.from({ length: 11 }, (_, count) => String(count));

/** How people see the numbers of a field, with an example. */
export function FormatInput({
  format,
  onChange,
}: {
  format: NumberFormat | undefined;
  onChange: (format: NumberFormat | undefined) => void;
}) {
  const formats = useFormats();
  const choice = choiceOf(format);
  const change = (part: Partial<FormatChoice>) => onChange(formatOf({ ...choice, ...part }) ?? undefined);
  const isReadable = choice.shownAs !== 'money' || /^[A-Z]{3}$/.test(choice.currency);
  const example = choice.shownAs === 'percent' ? 0.125 : 1234.5;
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label="Shown as"
          value={choice.shownAs}
          data={[
            { value: 'number', label: 'Number' },
            { value: 'percent', label: 'Percent' },
            { value: 'money', label: 'Money' },
          ]}
          onChange={({ currentTarget }) => change({ shownAs: currentTarget.value as FormatChoice['shownAs'] })}
        />
        {choice.shownAs === 'money' && (
          <TextInput
            label="Currency"
            maxLength={3}
            value={choice.currency}
            onChange={({ currentTarget }) => change({ currency: currentTarget.value.trim().toUpperCase() })}
          />
        )}
        <NativeSelect
          label="Digits after the decimal sign"
          value={choice.decimals}
          data={[
            { value: '', label: choice.shownAs === 'money' ? 'As the currency has' : 'As many as needed' },
            ...decimals,
          ]}
          onChange={({ currentTarget }) => change({ decimals: currentTarget.value })}
        />
      </div>
      <Checkbox
        label="Separate thousands"
        checked={choice.thousands}
        onChange={({ currentTarget }) => change({ thousands: currentTarget.checked })}
      />
      {isReadable && (
        <Text size="sm">
          {example} is shown as {formats.as(format).value(example)}
        </Text>
      )}
    </>
  );
}
