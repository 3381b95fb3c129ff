import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import {
  IconBraces,
  IconFile,
  IconFileUpload,
  IconFlask,
  IconLock,
  IconPlus,
  IconSend,
  IconTopologyStar3,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Part, PartKind } from './parts.ts';
import classes from './ConnectorBuilder.module.css';

interface FolderTreeProps {
  parts: readonly Part[];
  chosen: Part;
  /** How many problems each part has. */
  counts: ReadonlyMap<string, number>;
  /** What the sign-in is, in a word. */
  signIn: string;
  onChoose: (part: Part) => void;
  onAdd: (kind: 'action' | 'webhook') => void;
}

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: true }>;
const icons: Record<PartKind, Icon> = {
  signIn: IconLock,
  connector: IconBraces,
  action: IconSend,
  webhook: IconWebhook,
  fixture: IconFlask,
  workflow: IconTopologyStar3,
  other: IconFile,
};
const addWords = { action: 'New action', webhook: 'New webhook' };
const groups: { label: string; kinds: PartKind[]; adds?: 'action' | 'webhook' }[] = [
  { label: 'Actions', kinds: ['action'], adds: 'action' },
  { label: 'Webhooks', kinds: ['webhook'], adds: 'webhook' },
  { label: 'Files', kinds: ['connector', 'workflow', 'other'] },
  { label: 'Fixtures', kinds: ['fixture'] },
];

/** The parts of a connector; on phones a list to choose from. */
export function FolderTree({ parts, chosen, counts, signIn, onChoose, onAdd }: FolderTreeProps) {
  const of = (kinds: readonly PartKind[]) => parts.filter(({ kind }) => kinds.includes(kind));
  const entry = (part: Part) => (
    <Entry
      key={part.id}
      part={part}
      count={counts.get(part.id) ?? 0}
      note={part.kind === 'signIn' ? signIn : ''}
      isChosen={part.id === chosen.id}
      onChoose={() => onChoose(part)}
    />
  );
  return (
    <>
      <nav className={classes.tree} aria-label="Parts of the connector">
        <ul>{of(['signIn']).map(entry)}</ul>
        {groups.map(({ label, kinds, adds }) => (
          <div key={label}>
            <div className={classes.treeGroup}>
              <h2 id={`parts-${label}`}>{label}</h2>
              {label === 'Fixtures' && <span>{of(kinds).length}</span>}
              {adds !== undefined && (
                <ActionIcon variant="subtle" aria-label={addWords[adds]} onClick={() => onAdd(adds)}>
                  <IconPlus aria-hidden size={15} />
                </ActionIcon>
              )}
            </div>
            <ul aria-labelledby={`parts-${label}`}>{of(kinds).map(entry)}</ul>
          </div>
        ))}
      </nav>
      <div className={classes.partPicker}>
        <NativeSelect
          label="Part"
          data={parts.map(({ id, label }) => ({ value: id, label }))}
          value={chosen.id}
          onChange={({ currentTarget: { value } }) => onChoose(parts.find(({ id }) => id === value)!)}
        />
        <Group gap="xs" mt="xs">
          {groups.map(
            ({ adds }) =>
              adds !== undefined && (
                <Button
                  key={adds}
                  variant="default"
                  size="xs"
                  leftSection={<IconPlus aria-hidden size={14} />}
                  onClick={() => onAdd(adds)}
                >
                  {addWords[adds]}
                </Button>
              ),
          )}
        </Group>
      </div>
    </>
  );
}

interface EntryProps {
  part: Part;
  count: number;
  note: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Entry({ part: { kind, label, path, sendsFile }, count, note, isChosen, onChoose }: EntryProps) {
  const Shown = sendsFile ? IconFileUpload : icons[kind];
  const isFile = kind === 'fixture' || kind === 'workflow';
  return (
    <li>
      <button type="button" className={classes.entry} aria-current={isChosen || undefined} onClick={onChoose}>
        <Shown aria-hidden size={16} stroke={1.75} />
        <span className={classes.entryName} title={path}>
          {isFile ? path.replace(/^[^/]*\//, '') : label}
        </span>
        {sendsFile && <span className={classes.hidden}> (sends a file)</span>}
        {note !== '' && <span className={classes.entryNote}>{note}</span>}
        {count > 0 && (
          <b className={classes.entryCount}>
            {count}
            <span className={classes.hidden}>{count === 1 ? ' problem' : ' problems'}</span>
          </b>
        )}
      </button>
    </li>
  );
}
