import { NativeSelect, Radio, Stack, Switch } from '@mantine/core';
import { useContext, useState } from 'react';
import { valueAt } from './edit-json.ts';
import { FileContext, useFieldAt } from './file-context.ts';
import { ChoiceAt, JsonAt, ListAt, NumberAt, SwitchAt, TextAt } from './fields.tsx';
import { FormSection } from './FormSection.tsx';
import { AddressFields, RequestFields } from './RequestFields.tsx';
import { declareFile, sendFileAs } from './upload-way.ts';
import classes from './ConnectorBuilder.module.css';

const bytesPerMib = 1_048_576;
const ways = [
  { value: 'body', label: 'One body', hint: 'One request' },
  { value: 'pieces', label: 'In pieces', hint: 'Content-Range' },
  { value: 'form', label: 'As a form', hint: 'multipart' },
];
const formats = [
  { value: 'range', label: 'A range, such as bytes=0-99' },
  { value: 'offset', label: 'A number of bytes' },
  { value: 'missing', label: 'The range that is missing' },
];

/** Whether the action sends a file, and the five settings of that. */
export function UploadTab() {
  const file = useContext(FileContext);
  const { value, set, id } = useFieldAt(['upload']);
  const inputs = useInputNames();
  // Switched off by mistake: what was declared comes back with the switch.
  const [kept, setKept] = useState<unknown>();
  const toggle = (isOn: boolean) => {
    setKept(value);
    if (isOn) file.onChange(declareFile(file.text, kept), `${file.path} upload`);
    else set(undefined);
  };
  return (
    <>
      <div className={classes.switch}>
        <Switch
          id={id}
          label="This action sends a file"
          description="It then runs in workflows only."
          checked={value !== undefined}
          onChange={({ currentTarget }) => toggle(currentTarget.checked)}
        />
      </div>
      {value !== undefined && <UploadSettings inputs={inputs} />}
    </>
  );
}

interface NamedInput {
  name: string;
  label: string;
}

function UploadSettings({ inputs }: { inputs: readonly NamedInput[] }) {
  const open = useContext(FileContext);
  const file = useFieldAt(['upload', 'file']);
  const abort = useFieldAt(['upload', 'abort']);
  const send = useFieldAt(['upload', 'send']);
  const to = useFieldAt(['upload', 'to']);
  const hasAddress = typeof to.value === 'string';
  const chosen = typeof file.value === 'string' ? file.value : '';
  const options = inputs.map(({ name, label }) => ({ value: name, label }));
  return (
    <>
      <FormSection number={1} title="Input that names the file">
        <NativeSelect
          id={file.id}
          aria-label="Input that names the file"
          description="In a workflow it receives the id of a file record of the branch."
          inputWrapperOrder={['input', 'description', 'error']}
          data={inputs.some(({ name }) => name === chosen) ? options : [{ value: chosen, label: chosen }, ...options]}
          value={chosen}
          error={file.fault}
          onChange={({ currentTarget }) => file.set(currentTarget.value)}
        />
      </FormSection>
      <FormSection number={2} title="How the file is sent">
        <Radio.Group
          id={send.id}
          aria-label="How the file is sent"
          value={typeof send.value === 'string' ? send.value : ''}
          error={send.fault}
          onChange={(way) => open.onChange(sendFileAs(open.text, way), `${open.path} upload/send`)}
        >
          <div className={classes.ways}>
            {ways.map(({ value, label, hint }) => (
              <label key={value} className={classes.way} data-chosen={send.value === value || undefined}>
                <Radio value={value} />
                <span>
                  <b>{label}</b>
                  <small>{hint}</small>
                </span>
              </label>
            ))}
          </div>
        </Radio.Group>
        {send.value === 'pieces' ? <PiecesFields /> : abort.value !== undefined && <AbortField />}
      </FormSection>
      <FormSection number={3} title="Send the file to">
        <TextAt
          at={['upload', 'to']}
          label="Address for the file"
          placeholder="The file goes with the action’s own request"
          hint="Set: the action’s own request goes first, without the file. Empty: the file goes with it."
          isCode
        />
        {hasAddress && <TransferFields />}
      </FormSection>
      <FormSection number={4} title="Request after the file" note="optional">
        <FinishFields />
      </FormSection>
      <FormSection number={5} title="The step’s output">
        <OutputField hasAddress={hasAddress} />
      </FormSection>
    </>
  );
}

function PiecesFields() {
  return (
    <Stack gap="sm">
      <div className={classes.pieces}>
        <NumberAt at={['upload', 'chunkSize']} label="Piece size (MiB)" unit={bytesPerMib} />
        <TextAt
          at={['upload', 'confirmed', 'path']}
          label="How far the service got"
          placeholder="response.headers.range"
          isCode
        />
      </div>
      <ChoiceAt at={['upload', 'confirmed', 'as']} label="It says so as" options={formats} />
      <details className={classes.more}>
        <summary>More about pieces</summary>
        <Stack gap="sm">
          <ListAt
            at={['upload', 'goOn']}
            label="Statuses that mean “received, go on”"
            hint="Such as 308. The same as for the whole file if empty."
            isNumbers
          />
          <ChoiceAt
            at={['upload', 'lastPiece']}
            label="The last piece"
            standard="shorter"
            options={[
              { value: 'shorter', label: 'Is shorter' },
              { value: 'takesRemainder', label: 'Takes the remainder as well' },
            ]}
          />
          <SwitchAt at={['upload', 'contentRange']} label="Each piece has a Content-Range header" standard />
          <JsonAt
            at={['upload', 'status']}
            label="Asks how far the service got"
            hint="A request, after a piece failed."
          />
          <JsonAt at={['upload', 'alreadyThere']} label="The answer to a piece that had arrived before" />
          <AbortField />
        </Stack>
      </details>
    </Stack>
  );
}

function AbortField() {
  return <JsonAt at={['upload', 'abort']} label="Gives up an unfinished transfer" hint="A request." />;
}

function TransferFields() {
  const { value } = useFieldAt(['upload', 'transfer']);
  return (
    <details className={classes.more}>
      <summary>The request that carries the file</summary>
      <Stack gap="sm">
        <ChoiceAt
          at={['upload', 'credential']}
          label="The account’s credential goes with it"
          standard="ownHosts"
          options={[
            { value: 'ownHosts', label: 'To the connector’s own hosts' },
            { value: 'always', label: 'Always' },
            { value: 'never', label: 'Never' },
          ]}
        />
        <RequestFields at={['upload', 'transfer']} hasAddress={false} />
        {value !== undefined && (
          <>
            <JsonAt at={['upload', 'transfer', 'success']} label="When the file has arrived" />
            <JsonAt at={['upload', 'transfer', 'output']} label="Output of the transfer" />
          </>
        )}
      </Stack>
    </details>
  );
}

function FinishFields() {
  const { value, set, id, fault } = useFieldAt(['upload', 'finish']);
  return (
    <Stack gap="sm">
      <Switch
        id={value === undefined ? id : undefined}
        label="Another request publishes or commits the file"
        checked={value !== undefined}
        error={value === undefined ? fault : undefined}
        onChange={({ currentTarget }) => set(currentTarget.checked ? { method: 'POST', path: '/' } : undefined)}
      />
      {value !== undefined && (
        <>
          <AddressFields at={['upload', 'finish']} label="Path or address of the request after the file" />
          <details className={classes.more}>
            <summary>Body, success and output</summary>
            <Stack gap="sm">
              <JsonAt at={['upload', 'finish', 'headers']} label="Headers" />
              <JsonAt at={['upload', 'finish', 'body']} label="Body" />
              <JsonAt at={['upload', 'finish', 'success']} label="Success" />
              <JsonAt at={['upload', 'finish', 'output']} label="Output" />
            </Stack>
          </details>
        </>
      )}
    </Stack>
  );
}

function OutputField({ hasAddress }: { hasAddress: boolean }) {
  const finish = useFieldAt(['upload', 'finish']);
  const standard = finish.value === undefined ? 'transfer' : 'finish';
  return (
    <ChoiceAt
      at={['upload', 'output']}
      label="Answer that the workflow gets"
      standard={standard}
      options={[
        ...(hasAddress ? [{ value: 'start', label: 'Answer to the action’s own request' }] : []),
        { value: 'transfer', label: 'Answer to the file transfer' },
        ...(finish.value === undefined ? [] : [{ value: 'finish', label: 'Answer to the request after the file' }]),
      ]}
    />
  );
}

function useInputNames(): NamedInput[] {
  const { value: input } = useFieldAt(['input']);
  const required = valueAt(input, ['required']);
  return Object.entries((valueAt(input, ['properties']) ?? {}) as Record<string, unknown>).map(([name, schema]) => {
    const title = valueAt(schema, ['title']);
    const isRequired = Array.isArray(required) && required.includes(name);
    const words = [typeof title === 'string' && title, isRequired && 'required'].filter(Boolean).join(', ');
    return { name, label: words === '' ? name : `${name}: ${words}` };
  });
}
