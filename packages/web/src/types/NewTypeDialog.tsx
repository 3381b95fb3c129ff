import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RecordType } from '@tallyhook/schemas';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { NameDialog } from '../shell/NameDialog.tsx';
import { nameOf } from './edited-type.ts';

/** Begins a type with a name and its first field, and opens it. */
export function NewTypeDialog({ types, onClose }: { types: readonly RecordType[]; onClose: () => void }) {
  const place = usePlace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [plural, setPlural] = useState('');
  const reserved = ['report', 'workflow', 'dashboard', 'file'];
  return (
    <NameDialog
      title="New type"
      action="Add type"
      onClose={onClose}
      onSubmit={async (label) => {
        const name = nameOf(label, [...reserved, ...types.map((type) => type.name)]);
        const many = plural.trim() === '' ? `${label}s` : plural.trim();
        const fields = [{ name: 'name', label: 'Name', kind: 'text' as const, required: true }];
        const made = await call(place, 'POST /api/types', {
          body: { name, label, plural: many, labelField: 'name', fields },
        });
        await queries.invalidateQueries({ queryKey: ['types', place] });
        return made;
      }}
      onDone={({ name }) => void navigate({ to: '/types/$typeName', params: { typeName: name } })}
    >
      <TextInput
        label="Name for several (optional)"
        description="Such as People, if that is not the name with an s"
        maxLength={100}
        value={plural}
        onChange={({ currentTarget }) => setPlural(currentTarget.value)}
      />
    </NameDialog>
  );
}
