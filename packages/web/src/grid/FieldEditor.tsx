import { Popover } from '@mantine/core';
import type { Field } from '@tallyhook/schemas';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import classes from './Editors.module.css';
import { FileEditor } from './FileEditor.tsx';
import { OptionList } from './OptionList.tsx';
import { readCell } from './read-cell.ts';
import { textToEdit } from './text-to-edit.ts';
import { useOptions } from './use-options.ts';

/** The key that ended the edit; the grid moves on accordingly. */
export type EndKey = 'Enter' | 'ShiftEnter' | 'Tab' | 'ShiftTab' | 'stay' | 'blur';

export interface FieldEditorProps {
  field: Field;
  value: unknown;
  /** The key that began the edit: it replaces the value. */
  initialText?: string | undefined;
  /** What the editor edits: `Total of SO-10479`. */
  label: string;
  names: Readonly<Record<string, string>>;
  /** Takes a value, with the names of the records that were chosen. */
  onCommit: (value: unknown, key: EndKey, names?: Record<string, string>) => void;
  onCancel: () => void;
}

/** Edits one value in its place, in the way of its kind. */
export function FieldEditor(props: FieldEditorProps) {
  const { kind } = props.field;
  if (kind === 'choice' || kind === 'relation' || kind === 'person') return <OptionEditor {...props} />;
  if (kind === 'file') return <FileEditor {...props} />;
  return kind === 'text' ? <LongText {...props} /> : <TextEditor {...props} />;
}

/** Numbers, days and moments as text; a wrong one stays with the reason. */
function TextEditor({ field, value, initialText, label, onCommit, onCancel }: FieldEditorProps) {
  const [text, setText] = useState(initialText ?? textToEdit(value, field));
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    if (initialText === undefined) input.current?.select();
  }, [initialText]);
  function end(key: EndKey) {
    if (isDone.current) return;
    const read = readCell(text, field, () => undefined);
    if (read.problem !== undefined) return setProblem(read.problem);
    isDone.current = true;
    onCommit(read.value, key);
  }
  const isDate = (field.kind === 'day' || field.kind === 'instant') && initialText === undefined;
  return (
    <div className={classes.place}>
      <input
        ref={input}
        className={classes.input}
        data-number={field.kind === 'number' || undefined}
        type={isDate ? (field.kind === 'day' ? 'date' : 'datetime-local') : 'text'}
        inputMode={field.kind === 'number' ? 'decimal' : undefined}
        aria-label={label}
        aria-invalid={problem !== undefined}
        autoFocus
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setProblem(undefined);
        }}
        onBlur={() => end('blur')}
        onKeyDown={(event) => onEditorKey(event, { end, cancel: () => ((isDone.current = true), onCancel()) })}
      />
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Text of one or more lines: Shift+Enter begins a new one. */
function LongText({ value, field, initialText, label, onCommit, onCancel }: FieldEditorProps) {
  const [text, setText] = useState(initialText ?? textToEdit(value, field));
  const area = useRef<HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    const element = area.current!;
    element.setSelectionRange(element.value.length, element.value.length);
    if (initialText === undefined) element.select();
  }, [initialText]);
  useEffect(() => {
    const element = area.current!;
    element.style.height = 'auto';
    element.style.height = `${Math.min(element.scrollHeight, 240)}px`;
  }, [text]);
  function end(key: EndKey) {
    if (isDone.current) return;
    isDone.current = true;
    onCommit(text === '' ? null : field.many ? text.split(/\s*,\s*/).filter(Boolean) : text, key);
  }
  return (
    <textarea
      ref={area}
      className={classes.area}
      rows={1}
      aria-label={label}
      autoFocus
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => end('blur')}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.shiftKey) return event.stopPropagation();
        onEditorKey(event, { end, cancel: () => ((isDone.current = true), onCancel()) });
      }}
    />
  );
}

function onEditorKey(event: KeyboardEvent, { end, cancel }: { end: (key: EndKey) => void; cancel: () => void }) {
  event.stopPropagation();
  if (event.key === 'Escape') return cancel();
  if (event.key !== 'Enter' && event.key !== 'Tab') return;
  event.preventDefault();
  end(event.shiftKey ? `Shift${event.key}` : event.key);
}

/** Chooses from a list below the cell. */
function OptionEditor({ field, value, initialText, label, names, onCommit, onCancel }: FieldEditorProps) {
  const [chosen, setChosen] = useState<string[]>([value ?? []].flat().map(String));
  const { options, isLoading, onSearch } = useOptions(field, initialText ?? '');
  const latest = useRef(chosen);
  const known = useRef<Record<string, string>>({});
  const isDone = useRef(false);
  const others = chosen.filter((id) => !options.some((one) => one.value === id));
  const all = [...options, ...others.map((id) => ({ value: id, label: names[id] ?? id }))];
  function end(key: EndKey) {
    if (isDone.current) return;
    isDone.current = true;
    const ids = latest.current;
    onCommit(field.many ? ids : (ids[0] ?? null), key, known.current);
  }
  return (
    <Popover
      opened
      position="bottom-start"
      offset={2}
      width={260}
      shadow="md"
      closeOnEscape={false}
      onDismiss={() => end('blur')}
      withinPortal
    >
      <Popover.Target>
        <div className={classes.target} />
      </Popover.Target>
      <Popover.Dropdown p={0} className={classes.dropdown}>
        <OptionList
          label={label}
          options={all}
          chosen={chosen}
          isMany={field.many ?? false}
          initialText={initialText}
          isLoading={isLoading}
          {...(onSearch && { onSearch })}
          onChange={(ids) => {
            for (const one of all) if (ids.includes(one.value)) known.current[one.value] = one.label;
            latest.current = ids;
            setChosen(ids);
          }}
          onDone={end}
          onCancel={() => {
            isDone.current = true;
            onCancel();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
