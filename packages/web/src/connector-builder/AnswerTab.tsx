import { Stack } from '@mantine/core';
import { JsonAt, ListAt } from './fields.tsx';

/** When a request has succeeded, and what the step gets of the answer. */
export function AnswerTab() {
  return (
    <Stack>
      <ListAt
        at={['request', 'success', 'status']}
        label="Statuses that mean success"
        hint="Any from 200 to 299 if empty."
        isNumbers
      />
      <JsonAt
        at={['request', 'success', 'unless']}
        label="It has failed all the same if"
        hint="A list of { path, is } or { path, isNot }, such as response.body.ok is false."
      />
      <JsonAt
        at={['request', 'output']}
        label="Output"
        hint="Texts are templates over response.status, response.headers and response.body. The whole body if empty."
      />
      <JsonAt at={['pagination']} label="Pages" hint="How the answer names its next page, for lists." />
    </Stack>
  );
}
