import { ActionIcon, Menu } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { SavedWorkflow } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { StartDialog } from '../workflows/StartDialog.tsx';

interface RecordWorkflowsProps {
  /** The workflows with a button on records of the type. */
  workflows: readonly SavedWorkflow[];
  record: { id: string; name: string };
}

/** Starts a workflow for a record. */
export function RecordWorkflows({ workflows, record }: RecordWorkflowsProps) {
  const [started, setStarted] = useState<SavedWorkflow>();
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Start a workflow for ${record.name}`}>
            <IconPlayerPlay aria-hidden size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {workflows.map((workflow) => (
            <Menu.Item key={workflow.id} onClick={() => setStarted(workflow)}>
              {labelOf(workflow)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {started !== undefined && (
        <StartDialog workflow={started} record={record} onClose={() => setStarted(undefined)} />
      )}
    </>
  );
}

const labelOf = ({ name, definition: { trigger } }: SavedWorkflow) =>
  trigger.kind === 'button' && trigger.label !== undefined ? `${trigger.label} (${name})` : name;
