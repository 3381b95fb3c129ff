import { ActionIcon, Button, Menu, Tabs } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { RecordType, View } from '@tallyhook/schemas';
import type { SavedView } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { useAbilities } from '../session/use-abilities.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { NameDialog } from '../shell/NameDialog.tsx';
import { useOfferUndo } from '../shell/UndoToasts.tsx';
import { useSending } from '../shell/use-sending.ts';
import classes from './Records.module.css';
import { useViewChanges } from './use-views.ts';

export interface ViewTabsProps {
  type: RecordType;
  views: readonly SavedView[];
  current: SavedView | undefined;
  shown: View;
  /** Whether the page shows something else than the saved view. */
  isChanged: boolean;
  onPick: (id: string | undefined) => void;
  onReset: () => void;
}

const all = 'all';

/** The views of a type as tabs, and what can be done with the current one. */
export function ViewTabs({ type, views, current, shown, isChanged, onPick, onReset }: ViewTabsProps) {
  const { canWrite } = useAbilities();
  const changes = useViewChanges();
  const offerUndo = useOfferUndo();
  const { isSending, error, send } = useSending();
  const [dialog, setDialog] = useState<'new' | 'rename' | 'failed'>();
  const close = () => setDialog(undefined);

  async function save() {
    const isSaved = await send(() => changes.save(current!.id, { revision: current!.revision, definition: shown }));
    if (isSaved) onReset();
    else setDialog('failed');
  }
  async function remove() {
    const { id, name } = current!;
    if (!(await send(() => changes.remove(id)))) return setDialog('failed');
    onPick(undefined);
    offerUndo({ text: `${name} was deleted`, takesFocus: true, undo: () => changes.bringBack(id) });
  }
  return (
    <div className={classes.tabs} data-noprint>
      <Tabs value={current?.id ?? all} onChange={(id) => onPick(id === all || id === null ? undefined : id)}>
        <Tabs.List aria-label="Views" className={classes.tabList}>
          <Tabs.Tab value={all}>All {type.plural.toLowerCase()}</Tabs.Tab>
          {views.map(({ id, name }) => (
            <Tabs.Tab key={id} value={id}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {isChanged && (
        <Button size="xs" variant="subtle" onClick={onReset}>
          Reset
        </Button>
      )}
      {canWrite && isChanged && current !== undefined && (
        <BusyButton size="xs" variant="default" isBusy={isSending} onClick={() => void save()}>
          Save view
        </BusyButton>
      )}
      {canWrite && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconPlus aria-hidden size={15} />}
          onClick={() => setDialog('new')}
        >
          {isChanged ? 'Save as a view' : 'View'}
        </Button>
      )}
      {canWrite && current !== undefined && (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More actions for ${current.name}`}>
              <IconDots aria-hidden size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil aria-hidden size={16} />} onClick={() => setDialog('rename')}>
              Rename
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash aria-hidden size={16} />} onClick={() => void remove()}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog === 'new' && (
        <NameDialog
          title="New view"
          action="Save view"
          onClose={close}
          onSubmit={(name) => changes.create(name, shown)}
          onDone={({ id }) => {
            close();
            onPick(id);
          }}
        />
      )}
      {dialog === 'rename' && (
        <NameDialog
          title="Rename view"
          action="Rename"
          name={current!.name}
          onClose={close}
          onSubmit={(name) => changes.save(current!.id, { revision: current!.revision, name })}
          onDone={close}
        />
      )}
      {dialog === 'failed' && (
        <Dialog title="The view" onClose={close}>
          <ErrorNote title="Couldn't change the view" error={error} />
        </Dialog>
      )}
    </div>
  );
}
