import { Button, Menu, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import type { EditedWorkflow } from '../workflow-builder/tree.ts';
import { workflowTemplates } from './templates.ts';
import { useBeginWorkflow } from './use-begin-workflow.ts';

/** Begins a workflow: an empty one, or from a template; opens it in the builder. */
export function NewWorkflow() {
  const place = usePlace();
  const file = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { begin, failure, setFailure } = useBeginWorkflow();
  const connectors = useQuery({
    queryKey: ['integrations', place.workspace, 'connectors'],
    queryFn: () => call(place, 'GET /api/installed-connectors', {}),
    enabled: isOpen,
  });

  async function readFile(chosen: File | undefined) {
    if (chosen === undefined) return;
    try {
      await begin(readWorkflow(await chosen.text(), chosen.name));
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <>
      <Menu position="bottom-end" withinPortal={false} shadow="md" width={380} onOpen={() => setIsOpen(true)}>
        <Menu.Target>
          <Button size="xs" ml="auto" leftSection={<IconPlus aria-hidden size={15} />}>
            New workflow
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={480} style={{ overflowY: 'auto' }}>
          <Menu.Item onClick={() => file.current?.click()}>
            From a file
            <Text size="xs" c="dimmed">
              A workflow that was downloaded, or that “tallyhook workflows apply” takes.
            </Text>
          </Menu.Item>
          {workflowTemplates.map(({ title, hint, definition }) => (
            <Menu.Item key={title} onClick={() => void begin(definition)}>
              {title}
              <Text size="xs" c="dimmed">
                {hint}
              </Text>
            </Menu.Item>
          ))}
          {connectors.data?.flatMap(({ id, name, templates }) =>
            templates.map((template) => (
              <Menu.Item key={`${id} ${template.id}`} onClick={() => void begin(template.definition)}>
                {template.name}
                <Text size="xs" c="dimmed">
                  {name}: {template.description}
                </Text>
              </Menu.Item>
            )),
          )}
        </Menu.Dropdown>
      </Menu>
      <input
        ref={file}
        hidden
        type="file"
        aria-label="Workflow file"
        accept="application/json,.json"
        onChange={({ currentTarget }) => void readFile(currentTarget.files?.[0])}
      />
      {failure !== undefined && (
        <Dialog title="New workflow" onClose={() => setFailure(undefined)}>
          <ErrorNote title="Couldn't begin it" error={failure} />
        </Dialog>
      )}
    </>
  );
}

/** A workflow from a file; its mistakes show in the builder, so it only needs the outline of one. */
function readWorkflow(text: string, fileName: string): EditedWorkflow {
  const read: unknown = JSON.parse(text);
  const { name, trigger, steps } = (read ?? {}) as Partial<EditedWorkflow>;
  if (typeof trigger?.kind !== 'string' || !Array.isArray(steps))
    throw new Error(`${fileName} is not a workflow: it has no "trigger" with a "kind", or no list of "steps".`);
  return { ...(read as EditedWorkflow), name: typeof name === 'string' && name !== '' ? name : 'Workflow' };
}
