import { Stack, Switch, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useBuilderData } from './builder-data.ts';
import type { FieldProps } from './field-props.ts';
import { SchemaValues } from './NamedValues.tsx';

/**
 * Whether the service is asked to send its events while the workflow is on, with what it asks for; otherwise a person
 * enters the address there.
 */
export function SubscribeField({ of, set, fault, accounts: chosen }: FieldProps) {
  const { connectors, accounts } = useBuilderData();
  const connector = connectors.find(({ id }) => id === of.connector);
  const webhooks = connector?.webhooks ?? [];
  const webhook = webhooks.length === 1 ? webhooks[0] : webhooks.find(({ name }) => name === of.webhook);
  if (connector === undefined || webhook === undefined) return null;
  const value = of.subscribe as Record<string, unknown> | undefined;
  const name = typeof of.account === 'string' ? of.account : connector.id;
  const own = accounts.filter((one) => one.connector === connector.id && one.stopped === null);
  const offered = chosen[name] === undefined ? own : own.filter(({ id }) => id === chosen[name]);
  return (
    <Stack gap="sm">
      {webhook.subscribe !== null && (
        <Switch
          label={`Set up at ${connector.name}`}
          description={`Tallyhook asks ${connector.name} to send these events while the workflow is on.`}
          checked={value !== undefined}
          onChange={({ currentTarget }) => set('subscribe', currentTarget.checked ? {} : undefined)}
        />
      )}
      {webhook.subscribe !== null && value !== undefined ? (
        <SchemaValues
          label={`What ${connector.name} sends`}
          schema={webhook.subscribe}
          value={value}
          fault={fault}
          onChange={(next) => set('subscribe', next)}
        />
      ) : (
        <Text size="xs" c="dimmed">
          {webhook.description.replaceAll('`', '')}
          {offered.map(({ id, label, hookAddress }) => (
            <Fragment key={id}>
              {' '}
              The address of “{label}”: <code>{hookAddress}</code>
            </Fragment>
          ))}
        </Text>
      )}
    </Stack>
  );
}
