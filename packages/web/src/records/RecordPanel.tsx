import { ActionIcon, Button, Menu, Skeleton, Tabs, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconLink, IconTrash, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RecordType } from '@tallyhook/schemas';
import type { SavedWorkflow } from '@tallyhook/schemas/api';
import { useEffect, useRef } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { RecordFields } from './RecordFields.tsx';
import { RecordHistory } from './RecordHistory.tsx';
import { namesOf } from './names-of.ts';
import type { RecordRows } from './record-rows.ts';
import { RecordWorkflows } from './RecordWorkflows.tsx';
import { RefersToIt } from './RefersToIt.tsx';
import classes from './Panel.module.css';

export interface RecordPanelProps {
  type: RecordType;
  types: readonly RecordType[];
  rows: RecordRows;
  version: number;
  id: string;
  name: string;
  canWrite: boolean;
  workflows: readonly SavedWorkflow[];
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
  onRemove: () => void;
}

/** One record beside the grid: all fields, what happened to it, and what refers to it. */
export function RecordPanel(props: RecordPanelProps) {
  const { type, types, rows, id, name, canWrite } = props;
  const place = usePlace();
  const announce = useAnnounce();
  const panel = useRef<HTMLElement>(null);
  const entry = rows.entry(id);
  // A record that is not on the screen, such as one of a link.
  const { data, isPending, error, refetch } = useQuery({
    enabled: entry === undefined,
    queryKey: ['record', place, type.name, id],
    queryFn: async ({ signal }) => {
      const fetched = await rows.fetch(id);
      if (fetched === undefined) return null;
      const query = { type: type.name, limit: 1 };
      const { labels } = await call(place, 'GET /api/records/:id/history', { path: { id }, query, signal });
      rows.addNames(namesOf([{ records: [], labels }]));
      return fetched;
    },
    gcTime: 0,
  });
  useEffect(() => panel.current?.focus({ preventScroll: true }), [id]);
  const isMissing = entry === undefined && data === null;
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label={`Record ${name}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onClose();
      }}
    >
      <header role="presentation" className={classes.head}>
        <h2>{name}</h2>
        {entry !== undefined && props.workflows.length > 0 && (
          <RecordWorkflows workflows={props.workflows} record={{ id, name }} />
        )}
        <ActionIcon variant="subtle" color="gray" size={28} aria-label="Record before" onClick={() => props.onStep(-1)}>
          <IconArrowUp aria-hidden size={16} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label="Record after" onClick={() => props.onStep(1)}>
          <IconArrowDown aria-hidden size={16} />
        </ActionIcon>
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More actions for ${name}`}>
              <IconDots aria-hidden size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconLink aria-hidden size={16} />}
              onClick={() =>
                void navigator.clipboard.writeText(window.location.href).then(() => announce('Link copied'))
              }
            >
              Copy link
            </Menu.Item>
            {canWrite && entry !== undefined && (
              <Menu.Item leftSection={<IconTrash aria-hidden size={16} />} onClick={props.onRemove}>
                Delete
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label="Close the record" onClick={props.onClose}>
          <IconX aria-hidden size={16} />
        </ActionIcon>
      </header>
      <Tabs defaultValue="fields" keepMounted={false} className={classes.tabs}>
        <Tabs.List aria-label="About the record">
          <Tabs.Tab value="fields">Fields</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
          <Tabs.Tab value="refers">Refers to it</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="fields" className={classes.body}>
          {isMissing && (
            <>
              <Text>
                This branch has no {type.label.toLowerCase()} with the id {id.slice(0, 24)}: it was removed, or it never
                existed here. If it was removed, its history says by whom.
              </Text>
              <Button mt="sm" size="xs" variant="default" onClick={props.onClose}>
                Close
              </Button>
            </>
          )}
          {entry === undefined && error !== null && (
            <ErrorNote title="Couldn't load the record" error={error} onRetry={() => void refetch()} />
          )}
          {entry === undefined && error === null && isPending && <Skeleton height={240} />}
          {entry !== undefined && <RecordFields {...{ type, rows, entry, name, canWrite }} version={props.version} />}
        </Tabs.Panel>
        <Tabs.Panel value="history" className={classes.body}>
          <RecordHistory {...{ type, rows, id, canWrite }} revision={entry?.record.revision} />
        </Tabs.Panel>
        <Tabs.Panel value="refers" className={classes.body}>
          <RefersToIt {...{ type, types, id }} />
        </Tabs.Panel>
      </Tabs>
    </aside>
  );
}
