import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { OpenapiContents } from '@tallyhook/schemas/api';
import { useState } from 'react';
import classes from './ConnectorBuilder.module.css';

type Operation = OpenapiContents['operations'][number];

interface OperationListProps {
  operations: readonly Operation[];
  /** Their names. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Documents have up to thousands; nobody reads more of them without a search. */
const maxShown = 200;

/** Chooses operations, with a search. */
export function OperationList({ operations, chosen, onChange }: OperationListProps) {
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/);
  const found = operations.filter(({ name, summary }) => {
    const text = `${name} ${summary ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const names = new Set(chosen);
  const isAll = found.length > 0 && found.every(({ name }) => names.has(name));
  const set = (some: readonly Operation[], isChosen: boolean) => {
    const changed = new Set(some.map(({ name }) => name));
    // In the order of the document.
    onChange(operations.flatMap(({ name }) => ((changed.has(name) ? isChosen : names.has(name)) ? [name] : [])));
  };
  return (
    <fieldset className={classes.operations}>
      <legend>Operations</legend>
      <TextInput
        aria-label="Search operations"
        placeholder="Search operations"
        leftSection={<IconSearch aria-hidden size={15} />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {names.size} of {operations.length} chosen{search !== '' && `, ${found.length} found`}
          {names.size === 0 && '. Choose at least one.'}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={() => set(found, !isAll)}>
          {isAll ? 'Choose none' : 'Choose all'}
          {search !== '' && ' found'}
        </Button>
      </Group>
      <ul className={classes.operationRows} tabIndex={0} aria-label="Operations">
        {found.slice(0, maxShown).map((operation) => (
          <li key={operation.name}>
            <Checkbox
              label={
                <>
                  <code>{operation.name}</code>
                  <span>
                    {operation.summary}
                    {operation.isDeprecated && ' (deprecated)'}
                  </span>
                </>
              }
              checked={names.has(operation.name)}
              onChange={({ currentTarget }) => set([operation], currentTarget.checked)}
            />
          </li>
        ))}
        {found.length > maxShown && <li>And {found.length - maxShown} more: search to see them.</li>}
        {found.length === 0 && <li>No operation has these words.</li>}
      </ul>
    </fieldset>
  );
}
