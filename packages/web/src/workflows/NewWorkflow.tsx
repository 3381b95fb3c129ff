import { Button, Menu, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { workflowTemplates, type WorkflowTemplate } from './templates.ts';

/** Begins a workflow: an empty one, or from a template; opens it in the builder. */
export function NewWorkflow() {
  const place = usePlace();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>();

  async function begin({ definition }: Pick<WorkflowTemplate, 'definition'>) {
    const workflowId = newWorkflowId();
    try {
      const body = { name: definition.name, definition: { ...definition } };
      await call(place, 'PUT /api/workflows/:id/draft', { path: { id: workflowId }, body });
      await navigate({ to: '/workflows/$workflowId', params: { workflowId } });
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <>
      <Menu position="bottom-end" withinPortal={false} shadow="md" width={380}>
        <Menu.Target>
          <Button size="xs" ml="auto" leftSection={<IconPlus aria-hidden size={15} />}>
            New workflow
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={480} style={{ overflowY: 'auto' }}>
          {workflowTemplates.map(({ title, hint, definition }) => (
            <Menu.Item key={title} onClick={() => void begin({ definition })}>
              {title}
              <Text size="xs" c="dimmed">
                {hint}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {failure !== undefined && (
        <Dialog title="New workflow" onClose={() => setFailure(undefined)}>
          <ErrorNote title="Couldn't begin it" error={failure} />
        </Dialog>
      )}
    </>
  );
}

/** 24 hex digits, as the service makes its ids. */
function newWorkflowId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
