import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { WorkflowInput } from '@tallyhook/schemas';
import type { KindSchema } from '@tallyhook/schemas/kinds';
import { typesOf, useBuilderData } from './builder-data.ts';
import { AccountField } from './AccountField.tsx';
import { Choices } from './Choices.tsx';
import type { FieldProps, StepValues } from './field-props.ts';
import { labelOf, optionLabel, plainValue, resolve, type FieldSchema } from './fields.ts';
import { FilterField } from './FilterField.tsx';
import { QuestionField } from './QuestionField.tsx';
import { InputsEditor } from './InputsEditor.tsx';
import { ListField } from './ListField.tsx';
import { ActionInput, CalledInputs, ChangedFields, RecordFields } from './NamedValues.tsx';
import { SubscribeField } from './SubscribeField.tsx';
import { JsonField } from './JsonField.tsx';
import { PairsEditor } from './PairsEditor.tsx';
import { TemplateField } from './TemplateField.tsx';
import { TestField, TestList } from './TestField.tsx';
import { plainText, withKey } from './with-key.ts';

export interface StepFormProps {
  /** A step or a trigger. */
  value: StepValues;
  schema: KindSchema;
  /** The keys with templates; without it, none has. */
  templates: readonly string[];
  /** What is wrong, by the name of the field. */
  faults: ReadonlyMap<string, string>;
  accounts: Record<string, string>;
  onAccount: (name: string, accountId: string | undefined) => void;
  onChange: (value: StepValues) => void;
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

function Field(props: FieldProps) {
  const { name, schema, isRequired, isTemplate, fault, of, set } = props;
  const data = useBuilderData();
  const label = of.kind === 'tellPerson' && name === 'to' ? 'Who gets it' : labelOf(name, schema);
  const hint = schema.description?.replaceAll('`', '');
  const value = of[name];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const without = isRequired ? 'Choose' : name === 'report' ? 'None' : 'Any';
  const choose = (options: readonly { value: string; label: string }[], onChosen?: (chosen: string) => void) => (
    <NativeSelect
      label={label}
      data={[{ value: '', label: without }, ...options]}
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
        const kept = ['account', 'webhook', 'subscribe'].reduce((one, key) => withKey(one, key, undefined), of);
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
      return choose(
        (connector?.webhooks ?? []).map((webhook) => ({ value: webhook.name, label: webhook.label })),
        // Another webhook is subscribed to in another way.
        (webhook) => props.onChange(withKey(withKey(of, 'subscribe', undefined), name, webhook || undefined)),
      );
    case 'account':
      return <AccountField {...props} />;
    case 'subscribe':
      return <SubscribeField {...props} />;
    case 'input':
      return <ActionInput {...props} />;
    case 'filter':
      if (typeof of.type !== 'string' || of.type === '') return null;
      return (
        <FilterField key={of.type} type={of.type} value={value} fault={fault} onChange={(next) => set(name, next)} />
      );
    case 'question':
      return <QuestionField value={value} fault={fault} onChange={(next) => set(name, next)} />;
    case 'report':
      return choose(named(data.reports));
    case 'type':
      return choose(typesOf(data), (type) => {
        // Another type has other fields.
        const writes = of.fields !== undefined && of.kind !== 'recordChanged';
        const kept = withKey(withKey(of, 'filter', undefined), 'fields', writes ? {} : undefined);
        props.onChange({ ...kept, type });
      });
    case 'workflow': {
      const called = data.workflows.filter(({ definition }) => definition.trigger.kind === 'called');
      return choose(named(called));
    }
    case 'record':
      if (of.kind !== 'button') break;
      return choose(typesOf(data));
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
