import type { WaitForDeliveryStep } from '../generated/workflow.ts';
import { deliveryRoots, findWebhookMistakes, webhookKeys } from './connector.ts';
import { defineStepKind } from './kind.ts';
import { waitKeys } from './wait-keys.ts';

export const waitForDelivery = defineStepKind<WaitForDeliveryStep>({
  kind: 'waitForDelivery',
  name: 'Wait for an event',
  description:
    'Waits for an event of a connector that meets the conditions, also one that came since the run began. The output has whether it arrived as `arrived`, and its `event`, `payload`, `deliveryId` and `receivedAt`.',
  schema: {
    title: 'WaitForDeliveryStep',
    required: ['connector', 'events'],
    properties: {
      ...webhookKeys({
        events: 'The events that it waits for, as the webhook names them; `*` matches all.',
        conditions: 'Conditions on the payload; all must hold. Their values are templates.',
      }),
      ...waitKeys,
    },
    examples: [
      {
        id: 'closed',
        kind: 'waitForDelivery',
        connector: 'github',
        events: ['issues.closed'],
        conditions: [{ path: 'issue.number', op: 'eq', value: '{{trigger.payload.issue.number}}' }],
        within: '30d',
        otherwise: 'goOn',
      },
    ],
  },
  templates: ['conditions'],
  output: { arrived: 'single', ...deliveryRoots },
  summary: ({ connector, events }) => [connector, ...events].join(', '),
  accounts: ({ connector, account = connector }) => [{ name: account, connector }],
  findMistakes: (step, lookup) => findWebhookMistakes(step, lookup),
});
