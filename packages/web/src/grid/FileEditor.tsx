import { Button, Popover } from '@mantine/core';
import { IconDownload, IconUpload, IconX } from '@tabler/icons-react';
import type { SavedFile } from '@tallyhook/schemas/api';
import { useRef, useState } from 'react';
import { addressOf } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import classes from './Editors.module.css';
import type { FieldEditorProps } from './FieldEditor.tsx';
import { FilePreview } from './FilePreview.tsx';
import { sendFile } from './send-file.ts';

/** Shows the files of a cell, adds and removes them. */
export function FileEditor({ field, value, label, names, onCommit, onCancel }: FieldEditorProps) {
  const place = usePlace();
  const input = useRef<HTMLInputElement>(null);
  const [ids, setIds] = useState<string[]>([value ?? []].flat().map(String));
  const [own, setOwn] = useState<Record<string, string>>({});
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isDone = useRef(false);
  function end() {
    if (isDone.current || isSending) return;
    isDone.current = true;
    const before = [value ?? []].flat().map(String);
    if (before.join() === ids.join()) return onCancel();
    onCommit(field.many ? ids : (ids[0] ?? null), 'stay', own);
  }
  async function add(files: FileList | null) {
    setIsSending(true);
    setProblem(undefined);
    try {
      for (const file of files ?? []) {
        const saved: SavedFile = await sendFile(place, file);
        setOwn((before) => ({ ...before, [saved.id]: saved.name }));
        setIds((before) => (field.many ? [...before, saved.id] : [saved.id]));
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file could not be sent.');
    }
    setIsSending(false);
  }
  return (
    <Popover
      opened
      position="bottom-start"
      offset={2}
      width={300}
      shadow="md"
      withinPortal
      withRoles={false}
      trapFocus
      closeOnEscape={false}
      onDismiss={end}
    >
      <Popover.Target>
        <div className={classes.target} />
      </Popover.Target>
      <Popover.Dropdown
        className={classes.dropdown}
        role="dialog"
        aria-label={label}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') end();
        }}
      >
        <ul className={classes.files}>
          {ids.map((id) => (
            <li key={id}>
              <FilePreview id={id} name={own[id] ?? names[id] ?? 'File'} />
              <a href={addressOf(place, 'GET /api/files/:id', { path: { id } })} download>
                <IconDownload aria-hidden size={15} /> {own[id] ?? names[id] ?? 'Download'}
              </a>
              <button
                type="button"
                aria-label={`Take off ${own[id] ?? names[id] ?? 'the file'}`}
                onClick={() => setIds(ids.filter((one) => one !== id))}
              >
                <IconX aria-hidden size={15} />
              </button>
            </li>
          ))}
        </ul>
        <input
          ref={input}
          type="file"
          hidden
          multiple={field.many ?? false}
          onChange={({ currentTarget }) => void add(currentTarget.files)}
        />
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={classes.buttons}>
          <BusyButton
            size="xs"
            variant="default"
            isBusy={isSending}
            leftSection={<IconUpload aria-hidden size={14} />}
            onClick={() => input.current?.click()}
          >
            {ids.length > 0 && !field.many ? 'Replace' : 'Add a file'}
          </BusyButton>
          <Button size="xs" onClick={end}>
            Done
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
