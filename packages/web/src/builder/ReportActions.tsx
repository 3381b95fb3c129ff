import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import classes from './Builder.module.css';

export interface ReportActionsProps {
  name: string;
  canWrite: boolean;
  /** Whether it came with an app and stays as it is. */
  isReadOnly: boolean;
  isChanged: boolean;
  /** Whether there is a saved report to go back to. */
  hasSaved: boolean;
  isSaving: boolean;
  onSave: () => void;
  onReset: () => void;
  onSaveAsNew: () => void;
  onRename: () => void;
  onDelete: () => void;
  onCopyLink: () => void;
}

/** What can be done to a report as a whole. */
export function ReportActions(props: ReportActionsProps) {
  const { name, canWrite, isReadOnly, isChanged, hasSaved, isSaving } = props;
  const canSave = canWrite && !isReadOnly;
  return (
    <div className={classes.actions} data-noprint>
      {isChanged && hasSaved && (
        <Button variant="default" onClick={props.onReset}>
          Reset
        </Button>
      )}
      {isChanged && canSave && (
        <Button loading={isSaving} onClick={props.onSave}>
          Save
        </Button>
      )}
      {canWrite && (
        <Button variant="default" onClick={props.onSaveAsNew}>
          Save as new
        </Button>
      )}
      <Menu position="bottom-end" withinPortal={false} shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={`More about ${name}`}>
            <IconDots aria-hidden size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy aria-hidden size={16} />} onClick={props.onCopyLink}>
            Copy link{isChanged && hasSaved ? ' with changes' : ''}
          </Menu.Item>
          {canSave && (
            <>
              <Menu.Item leftSection={<IconPencil aria-hidden size={16} />} onClick={props.onRename}>
                Rename
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash aria-hidden size={16} />} onClick={props.onDelete}>
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
