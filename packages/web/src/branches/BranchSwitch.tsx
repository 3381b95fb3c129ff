import { Button, TextInput } from '@mantine/core';
import { IconGitBranch, IconLock, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent } from 'react';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { useFormats } from '../use-formats.ts';
import classes from './BranchSwitch.module.css';
import { useBranches } from './use-branches.ts';
import { walkList } from '../shell/walk-list.ts';

export interface BranchSwitchProps {
  /** The names of the branches, known before anything is loaded. */
  names: readonly string[];
  onChoose: (branch: string) => void;
  onNew: () => void;
  onClose: () => void;
}

/** The list of branches to switch to: found by name, with what is not committed and who may change them. */
export function BranchSwitch({ names, onChoose, onNew, onClose }: BranchSwitchProps) {
  const place = usePlace();
  const { canAct } = useAbilities();
  const formats = useFormats();
  const listId = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState<number>();
  const { data = [] } = useBranches();
  const details = new Map(data.map((branch) => [branch.name, branch]));
  const found = names.filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const chosen = found[at ?? Math.max(0, found.indexOf(place.branch))];

  const onKey = (event: KeyboardEvent) => walkList(event, { items: found, chosen, onWalk: setAt, onChoose });

  return (
    <div className={classes.switch}>
      <TextInput
        aria-label="Find a branch"
        placeholder="Find a branch"
        size="xs"
        // It may arrive after its menu has opened.
        autoFocus
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${found.indexOf(chosen)}`}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(currentTarget.value.trim() === '' ? undefined : 0);
        }}
        onKeyDown={onKey}
      />
      {found.length === 0 ? (
        <p role="status" className={classes.none}>
          No branch has “{text}” in its name.
        </p>
      ) : (
        <ul id={listId} role="listbox" aria-label="Branches" className={classes.list}>
          {found.map((name, index) => {
            const { uncommitted = 0, isMoreUncommitted, protection } = details.get(name) ?? {};
            const isKept = protection !== undefined && protection.write !== 'member';
            return (
              <li
                key={name}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={name === chosen}
                aria-current={name === place.branch ? 'true' : undefined}
                className={classes.option}
                onClick={() => onChoose(name)}
              >
                <IconGitBranch aria-hidden size={14} />
                <span className={classes.name}>{name}</span>
                {isKept && (
                  <span className={classes.more} title={`Changed directly by ${protection.write}s only`}>
                    <IconLock aria-hidden size={13} /> {protection.write}s only
                  </span>
                )}
                {uncommitted > 0 && (
                  <span className={classes.more}>
                    {formats.value(uncommitted)}
                    {isMoreUncommitted && '+'} not committed
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <div className={classes.actions}>
        {canAct && (
          <Button size="xs" variant="default" leftSection={<IconPlus aria-hidden size={14} />} onClick={onNew}>
            New branch
          </Button>
        )}
        <Link to="/branches" onClick={onClose}>
          All branches
        </Link>
      </div>
    </div>
  );
}
