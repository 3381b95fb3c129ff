import { Button, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import type { RecordType } from '@tallyhook/schemas';
import { useAbilities } from '../session/use-abilities.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { FormatForm } from './FormatForm.tsx';

/** Opens the formats of a type's numbers, if the type has some that the person may change: those of apps are fixed. */
export function NumberFormats({ type }: { type: RecordType }) {
  const { canWrite } = useAbilities();
  const [isOpen, setIsOpen] = useState(false);
  const fields = type.fields.filter(({ kind }) => kind === 'number');
  const [name = fields[0]?.name, setName] = useState<string>();
  const field = fields.find((one) => one.name === name);
  if (!canWrite || type.app !== 'workspace' || field === undefined) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" data-noprint onClick={() => setIsOpen(true)}>
        Number formats
      </Button>
      {isOpen && (
        <Dialog title={`Numbers of ${type.plural}`} onClose={close}>
          <Stack>
            <NativeSelect
              label="Field"
              data-autofocus
              value={name}
              data={fields.map((one) => ({ value: one.name, label: one.label }))}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <FormatForm key={name} type={type.name} field={field} onClose={close} />
          </Stack>
        </Dialog>
      )}
    </>
  );
}
