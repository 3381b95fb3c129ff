import { ActionIcon, Button, Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { setInJson, valueAt, type ValuePath } from './edit-json.ts';
import { FileContext, useFieldAt } from './file-context.ts';
import { ChoiceAt, JsonAt, ListAt, TextAt } from './fields.tsx';
import { renameInput } from './rename-input.ts';
import classes from './ConnectorBuilder.module.css';

const types = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Whole number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'array', label: 'List' },
  { value: 'object', label: 'Structure' },
];

/** The name of an action, and what it is given. */
export function InputsTab() {
  return (
    <Stack>
      <TextAt at={['label']} label="Name" isRequired />
      <TextAt at={['description']} label="What it does and when to use it" isLong />
      <InputsAt at={['input']} />
    </Stack>
  );
}

/** The inputs that a JSON Schema in the file declares. */
function InputsAt({ at }: { at: ValuePath }) {
  const file = useContext(FileContext);
  const { value, fault, id } = useFieldAt(at);
  const properties = (valueAt(value, ['properties']) ?? {}) as Record<string, unknown>;
  const names = Object.keys(properties);
  const change = (text: string) => file.onChange(text, `${file.path} ${at.join('/')} inputs`);
  const add = () => {
    let number = names.length + 1;
    while (names.includes(`input${number}`)) number += 1;
    const added = { type: 'string', title: `Input ${number}` };
    const typed = setInJson(file.text, [...at, 'type'], 'object');
    change(setInJson(typed, [...at, 'properties', `input${number}`], added));
  };
  return (
    <Stack gap="sm" role="group" aria-label="Inputs" id={id} tabIndex={-1}>
      {names.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is asked for. Templates such as {'{{title}}'} read what an input is given.
        </Text>
      )}
      {names.map((name, index) => (
        <InputCard
          key={index}
          {...{ at, name, names }}
          onRename={(next) => change(renameInput(file.text, at, name, next))}
          onRemove={() => change(renameInput(file.text, at, name, undefined))}
        />
      ))}
      {fault !== undefined && names.length === 0 && (
        <Text size="xs" c="var(--bad)">
          {fault}
        </Text>
      )}
      <Group>
        <Button variant="default" size="xs" leftSection={<IconPlus aria-hidden size={14} />} onClick={add}>
          Add an input
        </Button>
      </Group>
    </Stack>
  );
}

interface InputCardProps {
  at: ValuePath;
  name: string;
  names: readonly string[];
  onRename: (name: string) => void;
  onRemove: () => void;
}

function InputCard({ at, name, names, onRename, onRemove }: InputCardProps) {
  const file = useContext(FileContext);
  const own = [...at, 'properties', name];
  const required = useFieldAt([...at, 'required']);
  const list = Array.isArray(required.value) ? (required.value as string[]) : [];
  const schema = (valueAt(file.value, own) ?? {}) as Record<string, unknown>;
  const [isOpen, setIsOpen] = useState(false);
  const require = (isRequired: boolean) => {
    const next = isRequired ? [...list, name] : list.filter((one) => one !== name);
    required.set(next.length === 0 ? undefined : next);
  };
  return (
    <Paper withBorder p="sm" role="group" aria-label={`Input ${name}`}>
      <Stack gap="sm">
        <div className={classes.pair}>
          <NameInTemplates key={name} {...{ name, names, onRename }} />
          <TextAt at={[...own, 'title']} label="Label" />
        </div>
        <div className={classes.pair}>
          {schema.type === undefined || typeof schema.type === 'string' ? (
            <ChoiceAt at={[...own, 'type']} label="Kind" options={types} />
          ) : (
            <JsonAt at={[...own, 'type']} label="Kind" />
          )}
          <Checkbox
            label="Required"
            mt={28}
            checked={list.includes(name)}
            onChange={({ currentTarget }) => require(currentTarget.checked)}
          />
        </div>
        <TextAt at={[...own, 'description']} label="What it is and where to find it" />
        {schema.type === 'string' && <ListAt at={[...own, 'enum']} label="Only these values" />}
        <Group justify="space-between">
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide the whole declaration' : 'Lengths, limits and parts'}
          </Button>
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove input ${name}`} onClick={onRemove}>
            <IconTrash aria-hidden size={16} />
          </ActionIcon>
        </Group>
        {isOpen && <JsonAt at={own} label={`Declaration of ${name}`} hint="A JSON Schema of the value." />}
      </Stack>
    </Paper>
  );
}

function NameInTemplates(props: { name: string; names: readonly string[]; onRename: (name: string) => void }) {
  const { name, names, onRename } = props;
  const [text, setText] = useState(name);
  const isTaken = text !== name && names.includes(text);
  return (
    <TextInput
      label="Name in templates"
      classNames={{ input: classes.code }}
      value={text}
      error={isTaken ? 'Another input has this name.' : undefined}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => text !== name && text !== '' && !isTaken && onRename(text)}
    />
  );
}
