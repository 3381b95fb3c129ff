import { Anchor, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { WorkflowInput } from '@tallyhook/schemas';
import type { KindSchema } from '@tallyhook/schemas/kinds';
import { useBuilderData } from './builder-data.ts';
import { labelOf, optionLabel, plainValue, resolve, type FieldSchema } from './fields.ts';
import { InputsEditor } from './InputsEditor.tsx';
import { JsonField } from './JsonField.tsx';
import { PairsEditor } from './PairsEditor.tsx';
import { TemplateField } from './TemplateField.tsx';
import { TestField, TestList } from './TestField.tsx';
import { plainText, withKey } from './with-key.ts';

type Values = Record<string, unknown>;

export interface StepFormProps {
  /** A step or a trigger. */
  value: Values & { kind: string };
  schema: KindSchema;
  /** The keys with templates; without it, none has. */
  templates: readonly string[];
  /** What is wrong, by the name of the field. */
  faults: ReadonlyMap<string, string>;
  accounts: Record<string, string>;
  onAccount: (name: string, accountId: string | undefined) => void;
  onChange: (value: Values & { kind: string }) => void;
}

/** The fields of a step or a trigger, made from the schema of its kind. */
export function StepForm({ value, schema, templates, ...others }: StepFormProps) {
  const { onChange, faults, accounts, onAccount } = others;
  const set = (name: string, next: unknown) => onChange(withKey(value, name, next));
  const names = Object.keys(schema.properties).filter((name) => !isBlock(schema.properties[name] as FieldSchema));
  return (
    <Stack gap="sm">
      {names.map((name) => (
        <Field
          key={name}
          name={name}
          schema={resolve(schema.properties[name] as FieldSchema)}
          isRequired={schema.required?.includes(name) === true}
          isTemplate={templates.includes(name)}
          fault={faults.get(name)}
          of={value}
          {...{ set, accounts, onAccount, onChange }}
        />
      ))}
    </Stack>
  );
}

const isBlock = ({ $ref }: FieldSchema) => $ref === '#/$defs/steps';

interface FieldProps {
  name: string;
  schema: FieldSchema;
  isRequired: boolean;
  isTemplate: boolean;
  fault: string | undefined;
  of: Values & { kind: string };
  set: (name: string, value: unknown) => void;
  accounts: Record<string, string>;
  onAccount: (name: string, accountId: string | undefined) => void;
  onChange: StepFormProps['onChange'];
}

function Field(props: FieldProps) {
  const { name, schema, isRequired, isTemplate, fault, of, set } = props;
  const data = useBuilderData();
  const label = labelOf(name, schema);
  const hint = schema.description?.replaceAll('`', '');
  const value = of[name];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const choose = (options: readonly { value: string; label: string }[], onChosen?: (chosen: string) => void) => (
    <NativeSelect
      label={label}
      data={[{ value: '', label: isRequired ? 'Choose' : 'Any' }, ...options]}
      value={text}
      error={fault}
      onChange={({ currentTarget }) => (onChosen ?? ((chosen) => set(name, chosen || undefined)))(currentTarget.value)}
    />
  );
  const named = (things: readonly { id: string; name: string }[]) =>
    things.map((thing) => ({ value: thing.id, label: thing.name }));
  const connector = data.connectors.find(({ id }) => id === of.connector);

  switch (name) {
    case 'connector': {
      const offered = data.connectors.filter(({ actions, webhooks }) =>
        of.kind === 'action' ? actions.length > 0 : webhooks.length > 0,
      );
      // Another connector has other actions, events and accounts.
      const reset = of.kind === 'action' ? { action: '', input: {} } : { events: ['*'] };
      return choose(named(offered), (id) => {
        const kept = withKey(withKey(of, 'account', undefined), 'webhook', undefined);
        props.onChange({ ...kept, connector: id, ...reset });
      });
    }
    case 'action':
      return choose(
        (connector?.actions ?? []).map((action) => ({ value: action.name, label: action.label })),
        (action) => props.onChange({ ...of, action, input: {} }),
      );
    case 'webhook':
      if ((connector?.webhooks.length ?? 0) < 2) return null;
      return choose((connector?.webhooks ?? []).map((webhook) => ({ value: webhook.name, label: webhook.label })));
    case 'account':
      return <AccountField {...props} />;
    case 'input':
      return <ActionInput {...props} />;
    case 'report':
      return choose(named(data.reports));
    case 'type':
      return choose(data.types.map((type) => ({ value: type.name, label: type.plural ?? type.label ?? type.name })));
    case 'workflow': {
      const called = data.workflows.filter(({ definition }) => definition.trigger.kind === 'called');
      return choose(named(called));
    }
    case 'record':
      if (of.kind !== 'button') break;
      return choose(data.types.map((type) => ({ value: type.name, label: type.plural ?? type.label ?? type.name })));
    case 'fields':
      return of.kind === 'recordChanged' ? <ChangedFields {...props} /> : <RecordFields {...props} />;
    case 'if':
      return <TestField left="left" right="right" value={value} onChange={(next) => set(name, next)} />;
    case 'conditions':
      return (
        <Stack gap={4} role="group" aria-label="Conditions">
          <b>Conditions</b>
          <TestList
            left="path"
            right="value"
            list={(value as unknown[] | undefined) ?? []}
            onChange={(next) => set(name, next.length === 0 ? undefined : next)}
          />
        </Stack>
      );
    case 'inputs':
      if (of.kind === 'callWorkflow') return <CalledInputs {...props} />;
      return (
        <Stack gap={4}>
          <b>{of.kind === 'askPerson' ? 'What the person gives' : 'Inputs'}</b>
          <InputsEditor
            label={label}
            value={(value as WorkflowInput[] | undefined) ?? []}
            onChange={(next) => set(name, next)}
          />
        </Stack>
      );
    case 'headers':
    case 'form':
      return (
        <PairsEditor
          label={label}
          hint={hint}
          value={(value as Record<string, string> | undefined) ?? {}}
          onChange={(next) => set(name, Object.keys(next).length === 0 ? undefined : next)}
        />
      );
  }
  const types = [schema.type].flat();
  if (schema.enum !== undefined)
    return (
      <NativeSelect
        label={label}
        description={hint}
        data={schema.enum.map((option) => ({ value: option, label: optionLabel(option) }))}
        value={text || plainText(schema.default)}
        error={fault}
        onChange={({ currentTarget }) =>
          set(name, currentTarget.value === schema.default ? undefined : currentTarget.value)
        }
      />
    );
  if (types.includes('boolean'))
    return (
      <Checkbox
        label={label}
        description={hint}
        checked={value === true}
        onChange={({ currentTarget }) => set(name, currentTarget.checked ? true : undefined)}
      />
    );
  if (types.includes('array') && schema.items?.enum !== undefined)
    return <Choices label={label} options={schema.items.enum} value={value} onChange={(next) => set(name, next)} />;
  if (types.includes('array') && !types.includes('string'))
    return (
      <ListField
        label={label}
        hint={hint}
        value={(value as string[] | undefined) ?? []}
        fault={fault}
        onChange={(list) => set(name, list.length === 0 ? undefined : list)}
      />
    );
  const isText = types.includes('string');
  if (!isText && !types.includes('integer'))
    return <JsonField label={label} hint={hint} value={value} fault={fault} onChange={(next) => set(name, next)} />;
  const changeText = (next: string) => set(name, isRequired && next === '' ? '' : plainValue(next, schema));
  if (isTemplate)
    return (
      <TemplateField
        label={label}
        hint={hint}
        value={Array.isArray(value) ? JSON.stringify(value) : text}
        fault={fault}
        isRequired={isRequired}
        onChange={changeText}
      />
    );
  return (
    <TextInput
      label={label}
      description={hint}
      value={text}
      error={fault}
      placeholder={plainText(schema.default)}
      onChange={({ currentTarget }) => changeText(currentTarget.value)}
    />
  );
}

/** The linked account of a step. The definition only has a name for it, so that it can be moved elsewhere. */
function AccountField({ of, fault, accounts, onAccount, set }: FieldProps) {
  const data = useBuilderData();
  const connector = of.kind === 'httpRequest' ? 'http' : of.connector;
  if (typeof connector !== 'string' || connector === '') return null;
  const name = typeof of.account === 'string' ? of.account : connector;
  const offered = data.accounts.filter((account) => account.connector === connector && account.stopped === null);
  const isOptional = of.kind === 'httpRequest';
  return (
    <div>
      <NativeSelect
        label="Account"
        data={[
          { value: '', label: isOptional ? 'None' : 'Choose' },
          ...offered.map(({ id, label }) => ({ value: id, label })),
        ]}
        value={isOptional && of.account === undefined ? '' : (accounts[name] ?? '')}
        error={fault}
        onChange={({ currentTarget: { value } }) => {
          if (isOptional) set('account', value === '' ? undefined : name);
          onAccount(name, value || undefined);
        }}
      />
      {offered.length === 0 && !isOptional && (
        <Anchor component={Link} to="/workflows" size="xs" renderRoot={(props) => <span {...props} />}>
          No account of this connector is linked yet.
        </Anchor>
      )}
    </div>
  );
}

function ActionInput({ of, set, fault }: FieldProps) {
  const { connectors } = useBuilderData();
  const action = connectors.find(({ id }) => id === of.connector)?.actions.find(({ name }) => name === of.action);
  if (action === undefined) return null;
  const input = (of.input ?? {}) as Values;
  const { properties = {}, required = [] } = action.input as FieldSchema;
  const change = (name: string, value: unknown) => set('input', withKey(input, name, value));
  return (
    <Stack gap="sm" role="group" aria-label="Inputs of the action">
      {Object.entries(properties).map(([name, schema]) => (
        <ValueField
          key={name}
          label={labelOf(name, schema)}
          schema={schema}
          isRequired={required.includes(name)}
          value={input[name]}
          fault={fault?.includes(`"${name}"`) === true ? fault : undefined}
          onChange={(value) => change(name, value)}
        />
      ))}
    </Stack>
  );
}

interface ValueFieldProps {
  label: string;
  schema: FieldSchema;
  isRequired: boolean;
  value: unknown;
  fault?: string | undefined;
  onChange: (value: unknown) => void;
}

/** A value of which texts may be templates: whole structures are edited as JSON. */
function ValueField({ label, schema, isRequired, value, fault, onChange }: ValueFieldProps) {
  const types = [schema.type].flat();
  const shown = isRequired ? label : `${label} (optional)`;
  const hint = schema.description?.replaceAll('`', '');
  const isStructure =
    types.includes('object') || types.includes('array') || (typeof value === 'object' && value !== null);
  if (isStructure) return <JsonField label={shown} hint={hint} value={value} fault={fault} onChange={onChange} />;
  if (schema.enum !== undefined)
    return (
      <NativeSelect
        label={shown}
        description={hint}
        data={[{ value: '', label: 'Choose' }, ...schema.enum.map((option) => ({ value: option, label: option }))]}
        value={typeof value === 'string' ? value : ''}
        error={fault}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    );
  if (types.includes('boolean') && typeof value !== 'string')
    return (
      <Checkbox
        label={shown}
        description={hint}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked || undefined)}
      />
    );
  return (
    <TemplateField
      label={shown}
      hint={hint}
      value={plainText(value)}
      fault={fault}
      isRequired={isRequired}
      onChange={(text) => onChange(plainValue(text, schema))}
    />
  );
}

function RecordFields({ of, set }: FieldProps) {
  const { types } = useBuilderData();
  const type = types.find(({ name }) => name === of.type);
  if (type === undefined) return null;
  const fields = (of.fields ?? {}) as Values;
  const change = (name: string, value: unknown) => set('fields', withKey(fields, name, value));
  return (
    <Stack gap="sm" role="group" aria-label="Fields of the record">
      {type.fields.map((field) => (
        <ValueField
          key={field.name}
          label={field.label ?? field.name}
          schema={{ type: field.kind === 'number' ? 'number' : 'string' }}
          isRequired={of.kind === 'createRecord' && field.required === true}
          value={fields[field.name]}
          onChange={(value) => change(field.name, value)}
        />
      ))}
    </Stack>
  );
}

function ChangedFields({ of, set }: FieldProps) {
  const { types } = useBuilderData();
  const type = types.find(({ name }) => name === of.type);
  if (type === undefined) return null;
  return (
    <Choices
      label="Only if one of these fields changes"
      options={type.fields.map(({ name }) => name)}
      value={of.fields}
      onChange={(next) => set('fields', next)}
    />
  );
}

function CalledInputs({ of, set }: FieldProps) {
  const { workflows } = useBuilderData();
  const called = workflows.find(({ id }) => id === of.workflow)?.definition.trigger;
  const asked = called?.kind === 'called' ? (called.inputs ?? []) : [];
  const inputs = (of.inputs ?? {}) as Values;
  const change = (name: string, value: unknown) => set('inputs', withKey(inputs, name, value));
  return asked.map(({ name, label, required = false }) => (
    <ValueField
      key={name}
      label={label}
      schema={{ type: 'string' }}
      isRequired={required}
      value={inputs[name]}
      onChange={(value) => change(name, value)}
    />
  ));
}

interface ChoicesProps {
  label: string;
  options: readonly string[];
  value: unknown;
  onChange: (value: string[] | undefined) => void;
}

/** Several of some options; none chosen means all. */
function Choices({ label, options, value, onChange }: ChoicesProps) {
  const chosen = (value as string[] | undefined) ?? [];
  const change = (next: string[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <Stack gap={6} role="group" aria-label={label}>
      <b>{label}</b>
      {options.map((option) => (
        <Checkbox
          key={option}
          size="sm"
          label={optionLabel(option)}
          checked={chosen.includes(option)}
          onChange={({ currentTarget }) =>
            change(currentTarget.checked ? [...chosen, option] : chosen.filter((one) => one !== option))
          }
        />
      ))}
    </Stack>
  );
}

interface ListFieldProps {
  label: string;
  hint: string | undefined;
  value: readonly string[];
  fault: string | undefined;
  onChange: (value: string[]) => void;
}

/** Short texts, with commas between. */
function ListField({ label, hint, value, fault, onChange }: ListFieldProps) {
  return (
    <TextInput
      label={`${label} (comma between)`}
      description={hint}
      value={value.join(', ')}
      error={fault}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? [] : currentTarget.value.split(',').map((part) => part.trimStart()))
      }
    />
  );
}
