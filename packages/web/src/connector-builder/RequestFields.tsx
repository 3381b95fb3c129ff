import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useFieldAt } from './file-context.ts';
import { valueAt, type ValuePath } from './edit-json.ts';
import { ChoiceAt, JsonAt, TextAt } from './fields.tsx';
import { PairsAt } from './PairsAt.tsx';
import classes from './ConnectorBuilder.module.css';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];
const bodies = [
  { value: 'none', label: 'None' },
  { value: 'json', label: 'JSON' },
  { value: 'xml', label: 'XML' },
  { value: 'form', label: 'Form fields' },
  { value: 'multipart', label: 'Parts of a multipart form' },
  { value: 'text', label: 'Text' },
];
const emptyBodies: Record<string, unknown> = {
  none: undefined,
  json: {},
  xml: { request: {} },
  form: {},
  multipart: [],
  text: '',
};

interface RequestFieldsProps {
  at: ValuePath;
  /** Whether it has an address of its own. */
  hasAddress?: boolean;
}

/** A request: where it goes, and what it carries. */
export function RequestFields({ at, hasAddress = true }: RequestFieldsProps) {
  return (
    <Stack gap="md">
      {hasAddress ? <AddressFields at={at} /> : <ChoiceAt at={[...at, 'method']} label="Method" options={methods} />}
      <PairsAt at={[...at, 'query']} label="Query parameters" one="parameter" />
      <PairsAt at={[...at, 'headers']} label="Headers" one="header" />
      <BodyFields at={[...at, 'body']} />
    </Stack>
  );
}

/** The method, and the path below the base address or a whole address. */
export function AddressFields({ at, label = 'Path or address' }: { at: ValuePath; label?: string }) {
  const path = useFieldAt([...at, 'path']);
  const url = useFieldAt([...at, 'url']);
  const whole = useFieldAt(at);
  const isUrl = url.value !== undefined;
  const change = (text: string) => {
    const others = { ...(whole.value as object), path: undefined, url: undefined };
    const isPath = text === '' ? !isUrl : !/^(\w+:|\{\{)/.test(text);
    // Whole, because a path that becomes an address is another key.
    if (isPath !== !isUrl) whole.set({ ...others, [isPath ? 'path' : 'url']: text });
    else (isUrl ? url : path).set(text);
  };
  const value = isUrl ? url.value : path.value;
  return (
    <div className={classes.address}>
      <ChoiceAt at={[...at, 'method']} label="Method" options={methods} />
      <TextInput
        id={isUrl ? url.id : path.id}
        label={label}
        spellCheck={false}
        classNames={{ input: classes.code }}
        description="Below the base address, or a whole address on one of the hosts."
        value={typeof value === 'string' ? value : ''}
        error={isUrl ? url.fault : path.fault}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </div>
  );
}

function BodyFields({ at }: { at: ValuePath }) {
  const { value, set, id } = useFieldAt(at);
  const kind = bodies.find(({ value: name }) => valueAt(value, [name]) !== undefined)?.value ?? 'none';
  return (
    <Stack gap="xs">
      <NativeSelect
        id={id}
        label="Body"
        data={bodies}
        value={kind}
        onChange={({ currentTarget: { value: next } }) =>
          set(next === 'none' ? undefined : { [next]: emptyBodies[next] })
        }
      />
      {kind === 'json' && (
        <JsonAt
          at={[...at, 'json']}
          label="JSON of the body"
          hint="Texts are templates, such as “{{title}}”. A key whose value is absent is left out."
        />
      )}
      {kind === 'xml' && (
        <JsonAt
          at={[...at, 'xml']}
          label="XML of the body"
          hint="One element with its parts, such as { “order”: { “title”: “{{title}}” } }. A part whose value is absent is left out."
        />
      )}
      {kind === 'form' && <PairsAt at={[...at, 'form']} label="Form fields" one="field" />}
      {kind === 'multipart' && (
        <JsonAt at={[...at, 'multipart']} label="Parts" hint="A list of { name, value } or { name, file: true }." />
      )}
      {kind === 'text' && <TextAt at={[...at, 'text']} label="Text of the body" isRequired isCode isLong />}
    </Stack>
  );
}
