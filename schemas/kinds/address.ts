import type { AddressTrigger } from '../generated/workflow.ts';
import { deliveryRoots } from './connector.ts';
import { defineTriggerKind } from './kind.ts';

/** What a run stores of the request that started it. */
export interface AddressStart {
  kind: 'address';
  /** The id of the stored delivery with the body. */
  deliveryId: string;
}

export const address = defineTriggerKind<AddressTrigger, AddressStart>({
  kind: 'address',
  name: 'Own address',
  description:
    'Starts a run for each POST request to an address that only this workflow has. Who knows the address may start it, so keep it secret; it can be changed at any time.',
  schema: {
    title: 'AddressTrigger',
    properties: {
      id: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        default: '{{event.headers.idempotency-key}}',
        description:
          'Where the sender names the delivery, as a template over `event.headers`, `event.query` and `event.body`: the same id starts nothing twice. A request without an id always starts a run.',
      },
      conditions: {
        type: 'array',
        maxItems: 50,
        items: { $ref: '#/$defs/condition' },
        description: 'Conditions on the body; all must hold.',
      },
    },
    examples: [{ kind: 'address' }, { kind: 'address', id: '{{event.body.order.id}}' }],
  },
  roots: deliveryRoots,
  summary: () => '',
  describeStart: ({ deliveryId }) => ({ by: 'Own address', reference: { name: 'Delivery', id: deliveryId } }),
});
