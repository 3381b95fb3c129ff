import { TextInput, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent } from 'react';
import { useDashboards, useReports, useWorkflows } from '../api/queries.ts';
import { Dialog } from './Dialog.tsx';
import classes from './Find.module.css';
import type { Section } from './sections.ts';
import { walkList } from './walk-list.ts';

export type Groups = { label: string; sections: Section[] }[];

/** Something to go to or to do. */
interface Target {
  id: string;
  label: string;
  kind: 'Page' | 'Report' | 'Dashboard' | 'Workflow' | 'Command';
  go: () => void;
}

const maxShown = 30;

/** The search over pages, reports, dashboards, workflows and commands. */
export function FindDialog({ groups, onClose }: { groups: Groups; onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const found = useTargets(groups)
    .filter(({ label, kind }) => matches(`${label} ${kind}`, text))
    .slice(0, maxShown);
  const chosen = found[Math.min(at, found.length - 1)];

  function open(target: Target | undefined) {
    if (target === undefined) return;
    onClose();
    target.go();
  }

  const onKey = (event: KeyboardEvent) => walkList(event, { items: found, chosen, onWalk: setAt, onChoose: open });

  return (
    <Dialog title="Find or go to" onClose={onClose}>
      <TextInput
        aria-label="Find or go to"
        placeholder="A page, a report, a dashboard, a workflow or a command"
        data-autofocus
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      {found.length === 0 ? (
        <p role="status">Nothing has “{text}” in its name.</p>
      ) : (
        <ul id={listId} role="listbox" aria-label="Found" className={classes.list}>
          {found.map((target) => (
            <li
              key={target.id}
              id={`${listId}-${target.id}`}
              role="option"
              aria-selected={target === chosen}
              className={classes.option}
              onClick={() => open(target)}
            >
              {target.label}
              <span className={classes.kind}>{target.kind}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function useTargets(groups: Groups): Target[] {
  const navigate = useNavigate();
  const { data: reports = [] } = useReports();
  const { data: dashboards = [] } = useDashboards();
  const { data: workflows = [] } = useWorkflows();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const other = colorScheme === 'dark' ? 'light' : 'dark';
  return [
    ...groups.flatMap(({ sections }) =>
      sections.map(({ to, label }): Target => ({ id: to, label, kind: 'Page', go: () => void navigate({ to }) })),
    ),
    { id: 'account', label: 'Your account', kind: 'Page', go: () => void navigate({ to: '/account' }) },
    ...reports.map(({ id, name }): Target => {
      const params = { reportId: id };
      return { id, label: name, kind: 'Report', go: () => void navigate({ to: '/reports/$reportId', params }) };
    }),
    ...dashboards.map(({ id, name }): Target => {
      const params = { dashboardId: id };
      return {
        id,
        label: name,
        kind: 'Dashboard',
        go: () => void navigate({ to: '/dashboards/$dashboardId', params }),
      };
    }),
    ...workflows.map(({ id, name }): Target => {
      const params = { workflowId: id };
      return { id, label: name, kind: 'Workflow', go: () => void navigate({ to: '/workflows/$workflowId', params }) };
    }),
    { id: 'scheme', label: `Switch to ${other}`, kind: 'Command', go: () => setColorScheme(other) },
  ];
}

/** Whether a text has every word, in any order and case. */
function matches(text: string, words: string): boolean {
  const folded = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
