import { Stack } from '@mantine/core';
import { SwitchAt, JsonAt, TextAt } from './fields.tsx';
import { RequestFields } from './RequestFields.tsx';

/** The action's own request, and what it does at the service. */
export function RequestTab() {
  return (
    <Stack>
      <RequestFields at={['request']} />
      <SwitchAt
        at={['repeatable']}
        label="Sending it twice does no more than sending it once"
        hint="Then it may be sent again after a failure. GET, HEAD, PUT and DELETE are repeatable unless this is said otherwise in JSON."
      />
      <TextAt at={['idempotencyHeader']} label="Header for an idempotency key" isCode />
      <JsonAt at={['annotations']} label="Effects" hint="readOnly, destructive, idempotent: for people and agents." />
    </Stack>
  );
}
