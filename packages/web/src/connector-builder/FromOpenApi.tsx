import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { OpenapiContents } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import { OperationList } from './OperationList.tsx';
import classes from './ConnectorBuilder.module.css';

/** A document, and what of it a connector is to begin with. */
export interface OpenApiChoice {
  document: string;
  baseUrl: string;
  /** The names of the chosen operations; undefined for all that are not deprecated. */
  operations?: readonly string[];
  /** The name of the sign-in; empty for the one that most operations ask for. */
  signIn?: string;
}

/** Takes an OpenAPI document, and lets a person choose among its operations. */
export function FromOpenApi({ value, onChange }: { value: OpenApiChoice; onChange: (value: OpenApiChoice) => void }) {
  const place = usePlace();
  const { isSending, error, send } = useSending();
  const [contents, setContents] = useState<OpenapiContents>();
  const { document, baseUrl, operations, signIn } = value;
  const setDocument = (text: string) => {
    setContents(undefined);
    onChange({ document: text, baseUrl });
  };
  const list = () =>
    send(async () => {
      const read = await call(place, 'POST /api/openapi-contents', { body: { document } });
      setContents(read);
      onChange({ document, baseUrl, operations: read.operations.flatMap((one) => (one.isDeprecated ? [] : one.name)) });
    });
  return (
    <Stack>
      <Textarea
        label="OpenAPI document"
        description="OpenAPI 3 or Swagger 2.0, as JSON or YAML."
        rows={contents === undefined ? 6 : 2}
        required
        withAsterisk={false}
        spellCheck={false}
        classNames={{ input: classes.code }}
        value={document}
        onChange={({ currentTarget }) => setDocument(currentTarget.value)}
      />
      <label className={classes.file}>
        Or choose a file{' '}
        <input
          type="file"
          accept=".json,.yaml,.yml"
          onChange={({ currentTarget }) => void currentTarget.files?.[0]?.text().then(setDocument)}
        />
      </label>
      {document.trim() !== '' && contents === undefined && (
        <BusyButton variant="default" w="max-content" isBusy={isSending} onClick={() => void list()}>
          Choose operations
        </BusyButton>
      )}
      {error !== undefined && <ErrorNote title="Couldn't read the document" error={error} />}
      {contents !== undefined && (
        <OperationList
          operations={contents.operations}
          chosen={operations ?? []}
          onChange={(chosen) => onChange({ ...value, operations: chosen })}
        />
      )}
      {contents !== undefined && contents.signIns.length > 0 && (
        <NativeSelect
          label="Sign-in"
          data={[{ value: '', label: 'The one that most operations ask for' }, ...contents.signIns]}
          value={signIn ?? ''}
          onChange={({ currentTarget }) => onChange({ ...value, signIn: currentTarget.value })}
        />
      )}
      <TextInput
        label="Base address (optional)"
        description="Instead of the first server that the document names."
        placeholder="https://api.example.com/v1"
        classNames={{ input: classes.code }}
        value={baseUrl}
        onChange={({ currentTarget }) => onChange({ ...value, baseUrl: currentTarget.value })}
      />
    </Stack>
  );
}
