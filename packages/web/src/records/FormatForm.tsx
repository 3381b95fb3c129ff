import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Field } from '@tallyhook/schemas';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useFormats } from '../use-formats.ts';
import { choiceOf, formatOf, type FormatChoice } from './number-format.ts';

const maxDecimals = 10;
const decimals = Array.from({ length: maxDecimals + 1 }, (_, count) => String(count));
const example = 1234.5;
const exampleShare = 0.125;

interface FormatFormProps {
  type: string;
  field: Field;
  onClose: () => void;
}

/** Chooses how people see the numbers of a field, with an example. */
export function FormatForm({ type, field, onClose }: FormatFormProps) {
  const place = usePlace();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const formats = useFormats();
  const { isSending, error, send } = useSending();
  const [choice, setChoice] = useState(choiceOf(field.format));
  const change = (part: Partial<FormatChoice>) => setChoice({ ...choice, ...part });
  const { shownAs, currency } = choice;
  const format = formatOf(choice);
  const number = shownAs === 'percent' ? exampleShare : example;
  const isReadable = shownAs !== 'money' || /^[A-Z]{3}$/.test(currency);

  async function save(event: FormEvent) {
    event.preventDefault();
    const isSaved = await send(async () => {
      const body = { fields: { [field.name]: { format } } };
      await call(place, 'PATCH /api/types/:name', { path: { name: type }, body });
      await queries.invalidateQueries();
    });
    if (!isSaved) return;
    announce(`The format of ${field.label} is saved`);
    onClose();
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack>
        <NativeSelect
          label="Shown as"
          value={shownAs}
          data={[
            { value: 'number', label: 'Number' },
            { value: 'percent', label: 'Percent' },
            { value: 'money', label: 'Money' },
          ]}
          onChange={({ currentTarget }) => change({ shownAs: currentTarget.value as FormatChoice['shownAs'] })}
        />
        {shownAs === 'money' && (
          <>
            <TextInput
              label="Currency"
              description="Its code, such as EUR"
              list="currencies"
              required
              withAsterisk={false}
              maxLength={3}
              value={currency}
              onChange={({ currentTarget }) => change({ currency: currentTarget.value.trim().toUpperCase() })}
            />
            <datalist id="currencies">
              {Intl.supportedValuesOf('currency').map((code) => (
                <option key={code} value={code} />
              ))}
            </datalist>
          </>
        )}
        <NativeSelect
          label="Digits after the decimal sign"
          value={choice.decimals}
          data={[{ value: '', label: shownAs === 'money' ? 'As the currency has' : 'As many as needed' }, ...decimals]}
          onChange={({ currentTarget }) => change({ decimals: currentTarget.value })}
        />
        <Checkbox
          label="Separate thousands"
          checked={choice.thousands}
          onChange={({ currentTarget }) => change({ thousands: currentTarget.checked })}
        />
        <Text size="sm" role="status">
          {isReadable && `${number} is shown as ${formats.as(format ?? undefined).value(number)}`}
        </Text>
        {error !== undefined && <ErrorNote title="Couldn't save the format" error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={isSending}>
            Save
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
