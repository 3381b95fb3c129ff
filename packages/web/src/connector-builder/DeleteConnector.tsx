import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ConnectorFolder } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';

interface DeleteConnectorProps {
  id: string;
  name: string;
  save: () => Promise<ConnectorFolder | undefined>;
}

/** Deletes a connector in the making, after a question. */
export function DeleteConnector({ id, name, save }: DeleteConnectorProps) {
  const place = usePlace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const [isOpen, setIsOpen] = useState(false);
  const remove = async () => {
    // Otherwise what was just typed would be saved into a folder that is gone.
    await save();
    await call(place, 'DELETE /api/connector-folders/:id', { path: { id } });
    announce(`${name} is deleted`);
    await navigate({ to: '/connectors' });
    await queries.invalidateQueries({ queryKey: ['connector-folders'] });
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Delete connector"
        data-control
        onClick={() => setIsOpen(true)}
      >
        <IconTrash aria-hidden size={17} />
      </ActionIcon>
      {isOpen && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          consequence="All its files go, and nobody can bring them back. Versions that were released stay, and workflows go on with them."
          action="Delete connector"
          onClose={() => setIsOpen(false)}
          onConfirm={remove}
        />
      )}
    </>
  );
}
