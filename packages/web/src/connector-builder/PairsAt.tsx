import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ValuePath } from './edit-json.ts';
import { useFieldAt } from './file-context.ts';
import classes from './ConnectorBuilder.module.css';

interface PairsAtProps {
  at: ValuePath;
  label: string;
  /** What one is called: header, parameter. */
  one: string;
}

/** Texts by name, such as headers. A value that is no text is shown as JSON, and read as JSON again. */
export function PairsAt({ at, label, one }: PairsAtProps) {
  const { id, value, fault, set } = useFieldAt(at);
  const pairs = Object.entries((value ?? {}) as Record<string, unknown>);
  const change = (next: [string, unknown][]) => set(next.length === 0 ? undefined : Object.fromEntries(next));
  const freeName = () => {
    const names = new Set(pairs.map(([name]) => name));
    for (let number = 1; ; number += 1) if (!names.has(`${one}${number}`)) return `${one}${number}`;
  };
  return (
    <Stack gap="xs" role="group" aria-label={label} id={id} tabIndex={-1}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {pairs.map(([name, own], index) => (
        <Group key={index} gap="xs" wrap="nowrap" align="start">
          <NameField
            label={`Name of ${one} ${index + 1}`}
            name={name}
            others={pairs.map(([other]) => other).filter((other) => other !== name)}
            onRename={(next) => change(pairs.with(index, [next, own]))}
          />
          <TextInput
            className={classes.grow}
            classNames={{ input: classes.code }}
            aria-label={`Value of ${name}`}
            value={typeof own === 'string' ? own : JSON.stringify(own)}
            onChange={({ currentTarget }) => change(pairs.with(index, [name, readAs(own, currentTarget.value)]))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={`Remove ${name}`}
            onClick={() => change(pairs.toSpliced(index, 1))}
          >
            <IconTrash aria-hidden size={16} />
          </ActionIcon>
        </Group>
      ))}
      {fault !== undefined && (
        <Text size="xs" c="var(--bad)">
          {fault}
        </Text>
      )}
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus aria-hidden size={14} />}
          onClick={() => change([...pairs, [freeName(), '']])}
        >
          Add {one}
        </Button>
      </Group>
    </Stack>
  );
}

/** A name is changed when the person leaves it: half a name may be that of another. */
function NameField(props: {
  label: string;
  name: string;
  others: readonly string[];
  onRename: (name: string) => void;
}) {
  const { label, name, others, onRename } = props;
  const [text, setText] = useState(name);
  const [last, setLast] = useState(name);
  if (last !== name) {
    setLast(name);
    setText(name);
  }
  const isTaken = text !== name && others.includes(text);
  return (
    <TextInput
      aria-label={label}
      className={classes.grow}
      value={text}
      error={isTaken ? 'There is one with this name.' : undefined}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => (text === '' || isTaken ? setText(name) : text !== name && onRename(text))}
    />
  );
}

/** A number, truth value or list stays one as long as what is typed can be read as such. */
function readAs(before: unknown, text: string): unknown {
  if (typeof before === 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
