import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Field, RecordType } from '@tallyhook/schemas';
import type { TypeChangePreview, TypeVersion } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { Refusal } from '../api/send.ts';
import { LeaveDialog } from '../builder/LeaveDialog.tsx';
import { useTypes } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import { namesOf } from '../records/names-of.ts';
import { writeCell } from '../records/record-cells.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useOfferUndo } from '../shell/UndoToasts.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useFormats } from '../use-formats.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { canName, declarationOf, isSameType, mergeTypes, moveField, putField, withoutField } from './edited-type.ts';
import { FieldDialog } from './FieldDialog.tsx';
import { FieldsTable } from './FieldsTable.tsx';
import { OthersChange } from './OthersChange.tsx';
import { RemoveType } from './RemoveType.tsx';
import classes from './Types.module.css';

/** One record type: its names and fields, saved as a whole. */
export function TypePage() {
  const { typeName } = useParams({ from: '/types/$typeName' });
  const { data: types, error, refetch } = useTypes();
  const isThere = types?.some(({ name }) => name === typeName) === true;
  const version = useTypeVersion(typeName, isThere);
  const parent = <Link to="/types">Types</Link>;
  if (isThere && version.data !== undefined)
    return <TypeEditor key={typeName} latest={version.data} types={types} parent={parent} />;
  const failure = error ?? version.error;
  return (
    <>
      <PageHeading title={typeName} parent={parent} />
      {failure !== null && (
        <ErrorNote
          title="Couldn't load the type"
          error={failure}
          onRetry={() => void (error === null ? version : { refetch }).refetch()}
        />
      )}
      {(types === undefined || isThere) && failure === null && <Skeleton height={320} />}
      {types !== undefined && !isThere && <p>This branch has no type {typeName}.</p>}
    </>
  );
}

interface TypeEditorProps {
  latest: TypeVersion;
  types: readonly RecordType[];
  parent: React.ReactNode;
}

/** Reads the type with its revision; not while it does not exist. */
function useTypeVersion(name: string, isThere: boolean) {
  const place = usePlace();
  return useQuery({
    queryKey: ['type-version', place, name],
    queryFn: ({ signal }) => call(place, 'GET /api/types/:name', { path: { name }, signal }),
    enabled: isThere,
  });
}

function TypeEditor({ latest, types, parent }: TypeEditorProps) {
  const { canWrite } = useAbilities();
  // The version that was edited: what others save meanwhile is not overwritten unseen.
  const [base, setBase] = useState(latest);
  const saved = base.type;
  const [type, setType] = useState(saved);
  const [editing, setEditing] = useState<Field | 'new'>();
  const sample = useSample(saved);
  const offerUndo = useOfferUndo();
  const { save, preview, close, isSending, error, problem } = useSaveType(type, base.revision);
  const isOwn = saved.app === 'workspace';
  const canEdit = canWrite && isOwn;
  const isChanged = !isSameType(type, saved);
  const isNewer = latest.revision > base.revision;
  if (isNewer && (!isChanged || isSameType(type, latest.type))) startFrom(latest, latest.type);

  function startFrom(version: TypeVersion, edited: RecordType) {
    setBase(version);
    setType(edited);
  }

  function remove(field: Field) {
    const before = type;
    setType(withoutField(type, field.name));
    offerUndo({ text: `${field.label} is taken out`, undo: () => Promise.resolve(setType(before)) });
  }

  return (
    <>
      <PageHeading title={saved.plural} parent={parent}>
        {canEdit && isChanged && (
          <Button variant="default" onClick={() => setType(saved)}>
            Reset
          </Button>
        )}
        {canEdit && isChanged && (
          <BusyButton isBusy={isSending} onClick={() => void save()}>
            Save
          </BusyButton>
        )}
      </PageHeading>
      {!isOwn && (
        <p className={classes.note}>
          It comes with the app {saved.app} and is read-only here. A new version of the app changes it.
        </p>
      )}
      {isNewer && isChanged && (
        <OthersChange
          {...{ latest, base: saved }}
          onTakeOver={() => startFrom(latest, mergeTypes(saved, type, latest.type))}
        />
      )}
      {problem !== undefined && !isConflict(problem) && <ErrorNote title="Couldn't save the type" error={problem} />}
      {canEdit && (
        <div className={classes.names}>
          <TextInput
            label="Name of one record"
            maxLength={100}
            value={type.label}
            onChange={({ currentTarget }) => setType({ ...type, label: currentTarget.value })}
          />
          <TextInput
            label="Name of several"
            maxLength={100}
            value={type.plural}
            onChange={({ currentTarget }) => setType({ ...type, plural: currentTarget.value })}
          />
          <NativeSelect
            label="Records are named by"
            data={type.fields.filter(canName).map(({ name, label }) => ({ value: name, label }))}
            value={type.labelField}
            onChange={({ currentTarget }) => setType({ ...type, labelField: currentTarget.value })}
          />
        </div>
      )}
      <FieldsTable
        {...{ type, types, sample, canEdit }}
        onAdd={() => setEditing('new')}
        onEdit={setEditing}
        onMove={(field, by) => setType(moveField(type, field.name, by))}
        onRemove={remove}
      />
      {canEdit && <RemoveType type={saved} />}
      <LeaveDialog isChanged={canEdit && isChanged} isSaving={isSending} onSave={() => void save()} />
      {editing !== undefined && (
        <FieldDialog
          {...{ type, types }}
          field={editing === 'new' ? undefined : editing}
          saved={editing === 'new' ? undefined : saved.fields.find(({ name }) => name === editing.name)}
          onClose={() => setEditing(undefined)}
          onDone={(field) => {
            setType(putField(type, field));
            setEditing(undefined);
          }}
        />
      )}
      {preview !== undefined && (
        <ChangeDialog
          plural={saved.plural}
          {...{ preview, isSending, error }}
          onClose={close}
          onSave={() => void save({ accepted: true })}
        />
      )}
    </>
  );
}

/** Saves a type: at once if no record changes and nothing stops, else after the person has seen what happens. */
function useSaveType(type: RecordType, revision: number) {
  const place = usePlace();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { isSending, error, send } = useSending();
  const [preview, setPreview] = useState<TypeChangePreview>();
  const path = { name: type.name };

  async function save({ accepted = false } = {}) {
    const isSaved = await send(async () => {
      const body = { type: declarationOf(type), acceptLoss: accepted };
      if (!accepted) {
        const found = await call(place, 'POST /api/types/:name/preview', { path, body });
        if (found.changed + found.refusals.length + found.stops.length > 0) return setPreview(found);
      }
      const made = await call(place, 'PUT /api/types/:name', { path, body: { ...body, revision } }).catch(
        async (cause: unknown) => {
          // Shows who changed what.
          if (isConflict(cause)) await queries.invalidateQueries({ queryKey: ['type-version', place, type.name] });
          setPreview(undefined);
          throw cause;
        },
      );
      queries.setQueryData(['types', place], (all: RecordType[] | undefined) =>
        all?.map((one) => (one.name === made.name ? made : one)),
      );
      announce(`${made.plural} are saved`);
      await queries.invalidateQueries();
      setPreview(undefined);
    });
    return isSaved;
  }
  return {
    ...{ save, preview, isSending, error },
    problem: preview === undefined ? error : undefined,
    close: () => setPreview(undefined),
  };
}

const isConflict = (error: unknown): boolean => error instanceof Refusal && error.code === 'revision_conflict';

/** The values of the first record, as cells show them. */
function useSample(type: RecordType): Record<string, string> {
  const place = usePlace();
  const formats = useFormats();
  const { data } = useQuery({
    queryKey: ['type-sample', place, type.name],
    queryFn: ({ signal }) =>
      call(place, 'GET /api/records', { query: { type: type.name, limit: 1, labels: true }, signal }),
  });
  const record = data?.records[0];
  if (record === undefined) return {};
  const names = namesOf([data!]);
  const cells = type.fields.map((field) => [field.name, writeCell(record, field, { formats, names }).slice(0, 80)]);
  return Object.fromEntries(cells.filter(([, text]) => text !== '')) as Record<string, string>;
}
