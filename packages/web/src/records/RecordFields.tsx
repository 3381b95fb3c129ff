import { IconDownload, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { systemFields, type Field, type RecordType } from '@tallyhook/schemas';
import { useState } from 'react';
import { addressOf } from '../api/call.ts';
import { CellContent } from '../grid/CellContent.tsx';
import { FieldEditor } from '../grid/FieldEditor.tsx';
import { FilePreview } from '../grid/FilePreview.tsx';
import { usePlace } from '../place.tsx';
import { useFormats } from '../use-formats.ts';
import { CellNote } from './CellNote.tsx';
import { valueOf, type Entry } from './record-entry.ts';
import type { RecordRows } from './record-rows.ts';
import classes from './Panel.module.css';

export interface RecordFieldsProps {
  type: RecordType;
  rows: RecordRows;
  /** Changes with every change of the rows. */
  version: number;
  entry: Entry;
  name: string;
  canWrite: boolean;
}

/** All fields of a record, each edited in its place. */
export function RecordFields({ type, rows, entry, name, canWrite }: RecordFieldsProps) {
  const formats = useFormats();
  const [edited, setEdited] = useState<string>();
  const isSystem = (field: Field) => systemFields.some((one) => one.name === field.name);
  const put = (field: Field, value: unknown) => rows.edit([{ id: entry.record.id, fields: { [field.name]: value } }]);
  return (
    <dl className={classes.fields}>
      {[...type.fields, ...systemFields].map((field) => {
        const value = valueOf(entry, field.name);
        const canEdit = canWrite && !isSystem(field) && !entry.isGone;
        return (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd data-editing={edited === field.name || undefined}>
              {edited === field.name ? (
                <FieldEditor
                  field={field}
                  value={value}
                  label={`${field.label} of ${name}`}
                  names={rows.names}
                  onCommit={(next, _key, names) => {
                    if (names !== undefined) rows.addNames(names);
                    put(field, next);
                    setEdited(undefined);
                  }}
                  onCancel={() => setEdited(undefined)}
                />
              ) : (
                <>
                  <span className={classes.value}>
                    {field.kind === 'relation' ? (
                      <Related value={value} field={field} rows={rows} />
                    ) : field.kind === 'file' ? (
                      <Files value={value} rows={rows} />
                    ) : (
                      <CellContent {...{ value, field, formats }} names={rows.names} maxLength={10_000} />
                    )}
                  </span>
                  {canEdit && (
                    <button
                      type="button"
                      className={classes.edit}
                      aria-label={field.kind === 'yesNo' ? `Switch ${field.label}` : `Edit ${field.label}`}
                      onClick={() => (field.kind === 'yesNo' ? put(field, value !== true) : setEdited(field.name))}
                    >
                      <IconPencil aria-hidden size={14} />
                    </button>
                  )}
                </>
              )}
              <CellNote {...{ rows, entry, field }} recordName={name} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Related({ value, field, rows }: { value: unknown; field: Field; rows: RecordRows }) {
  const ids = [value ?? []].flat().map(String);
  if (ids.length === 0) return <>–</>;
  return ids.map((id) => (
    <Link
      key={id}
      to="/records/$typeName"
      params={{ typeName: field.target! }}
      search={{ record: id }}
      className={classes.related}
    >
      {rows.names[id] ?? `… ${id.slice(-6)}`}
    </Link>
  ));
}

function Files({ value, rows }: { value: unknown; rows: RecordRows }) {
  const place = usePlace();
  const ids = [value ?? []].flat().map(String);
  if (ids.length === 0) return <>–</>;
  return ids.map((id) => (
    <a key={id} href={addressOf(place, 'GET /api/files/:id', { path: { id } })} download className={classes.file}>
      <FilePreview id={id} name={rows.names[id] ?? ''} />
      <span>{rows.names[id] ?? 'File'}</span>
      <IconDownload aria-hidden size={15} />
    </a>
  ));
}
