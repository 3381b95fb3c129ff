import { Button, Popover, Textarea, TextInput } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useBuilderData } from './builder-data.ts';
import classes from './WorkflowBuilder.module.css';
import { TemplatePreview } from './TemplatePreview.tsx';
import { findValues, readableValues, type ReadableValue } from './sample-values.ts';
import { usePlaceInWorkflow } from './place-in-workflow.ts';
import { walkList } from '../shell/walk-list.ts';

export interface TemplateFieldProps {
  label: string;
  hint?: string | undefined;
  value: string;
  fault?: string | undefined;
  isRequired?: boolean;
  onChange: (value: string) => void;
}

/** A text in which values of the start and of earlier steps can stand. */
export function TemplateField({ label, hint, value, fault, isRequired, onChange }: TemplateFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  function insert(path: string) {
    const at = field.current?.selectionStart ?? value.length;
    const until = field.current?.selectionEnd ?? at;
    const inserted = `{{${path}}}`;
    onChange(`${value.slice(0, at)}${inserted}${value.slice(until)}`);
    setIsOpen(false);
    setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at + inserted.length, at + inserted.length);
    });
  }

  return (
    <div className={classes.template}>
      <Textarea
        ref={field}
        label={label}
        description={hint}
        required={isRequired}
        withAsterisk={false}
        autosize
        minRows={1}
        maxRows={12}
        value={value}
        error={fault}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <TemplatePreview text={value} />
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-end"
        width={360}
        trapFocus
        returnFocus
        withinPortal={false}
        shadow="md"
      >
        <Popover.Target>
          <Button
            variant="subtle"
            size="compact-xs"
            className={classes.insert}
            leftSection={<IconBraces aria-hidden size={13} />}
            aria-label={`Insert value into ${label}`}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            Insert value
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="xs">{isOpen && <ValuePicker onChoose={insert} />}</Popover.Dropdown>
      </Popover>
    </div>
  );
}

const maxListed = 80;

function ValuePicker({ onChoose }: { onChoose: (path: string) => void }) {
  const { sample } = useBuilderData();
  const { workflow, stepId } = usePlaceInWorkflow();
  const listId = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const values = useMemo(() => readableValues(workflow, stepId, sample), [workflow, stepId, sample]);
  const found = findValues(values, text).slice(0, maxListed);
  const chosen = found[Math.min(at, found.length - 1)];

  const onKey = (event: KeyboardEvent) =>
    walkList(event, { items: found, chosen, onWalk: setAt, onChoose: ({ path }) => onChoose(path) });

  return (
    <>
      <TextInput
        aria-label="Search values"
        placeholder="Search values"
        data-autofocus
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${found.indexOf(chosen)}`}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <ul id={listId} role="listbox" aria-label="Values" className={classes.values}>
        {found.map((value, index) => (
          <li
            key={`${value.path} ${value.group}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={value === chosen}
            onClick={() => onChoose(value.path)}
          >
            <ValueLine value={value} isFirst={found[index - 1]?.group !== value.group} />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">Nothing is called “{text}”.</p>}
      {sample.from === null && (
        <p className={classes.hint}>There are no samples yet: they come with the first event or run.</p>
      )}
    </>
  );
}

function ValueLine({ value: { path, group, sample }, isFirst }: { value: ReadableValue; isFirst: boolean }) {
  return (
    <>
      {isFirst && <span className={classes.group}>{group}</span>}
      <span className={classes.value}>
        <span>{path.replace(/^(trigger|steps\.\w+\.output)\.?/, '') || path}</span>
        {sample !== undefined && <span className={classes.sample}>{sample}</span>}
      </span>
    </>
  );
}
