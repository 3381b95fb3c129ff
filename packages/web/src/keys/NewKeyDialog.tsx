import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatedApiKey } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { NameDialog } from '../shell/NameDialog.tsx';

const lives = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'Never' },
];

interface NewKeyDialogProps {
  onClose: () => void;
  onMade: (made: CreatedApiKey) => void;
}

/** Makes a key for the current branch. */
export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const place = usePlace();
  const queries = useQueryClient();
  const [access, setAccess] = useState<'read' | 'write'>('read');
  const [days, setDays] = useState('90');
  return (
    <NameDialog
      title={`New key for ${place.branch}`}
      action="Make key"
      onClose={onClose}
      onSubmit={async (name) => {
        const body = { name, branch: place.branch, access, ...(days && { expiresInDays: Number(days) }) };
        const made = await call(place, 'POST /api/keys', { body });
        await queries.invalidateQueries({ queryKey: ['keys', place.workspace] });
        return made;
      }}
      onDone={(made) => {
        onClose();
        onMade(made);
      }}
    >
      <NativeSelect
        label="May"
        value={access}
        data={[
          { value: 'read', label: 'Read' },
          { value: 'write', label: 'Read and write' },
        ]}
        onChange={({ currentTarget }) => setAccess(currentTarget.value as typeof access)}
      />
      <NativeSelect
        label="Ends after"
        value={days}
        data={lives}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
    </NameDialog>
  );
}
