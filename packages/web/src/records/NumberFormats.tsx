import { Button, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import type { RecordType } from '@tallyhook/schemas';
import { useAbilities } from '../session/use-abilities.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { FormatForm } from './FormatForm.tsx';

/** Whether a type has numbers whose formats the person may change: those of apps are fixed. */
export function useCanFormat({ app, fields }: RecordType): boolean {
  const { canWrite } = useAbilities();
  return canWrite && app === 'workspace' && fields.some(({ kind }) => kind === 'number');
}

/** Opens the formats of a type's numbers, if the person may change them. */
export function NumberFormats({ type }: { type: RecordType }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!useCanFormat(type)) return null;
  return (
    <>
      <Button variant="default" data-noprint onClick={() => setIsOpen(true)}>
        Number formats
      </Button>
      {isOpen && <NumberFormatsDialog type={type} onClose={() => setIsOpen(false)} />}
    </>
  );
}

export function NumberFormatsDialog({ type, onClose }: { type: RecordType; onClose: () => void }) {
  const fields = type.fields.filter(({ kind }) => kind === 'number');
  const [name = fields[0]?.name, setName] = useState<string>();
  const field = fields.find((one) => one.name === name);
  if (field === undefined) return null;
  return (
    <Dialog title={`Numbers of ${type.plural}`} onClose={onClose}>
      <Stack>
        <NativeSelect
          label="Field"
          data-autofocus
          value={name}
          data={fields.map((one) => ({ value: one.name, label: one.label }))}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <FormatForm key={name} type={type.name} field={field} onClose={onClose} />
      </Stack>
    </Dialog>
  );
}
