import type { ConnectorPackage } from '../generated/connector-package.ts';
import type { ConnectorTrigger } from '../generated/workflow.ts';
import { defineTriggerKind } from './kind.ts';
import type { KindMistake, Lookup, RootShapes } from './kind.ts';
import { findUnknown, notInstalled } from './known-names.ts';

/** What a run stores of the delivery that started it. */
export interface ConnectorStart {
  kind: 'connector';
  connector: string;
  /** The id of the stored delivery with the payload. */
  deliveryId: string;
  event: string;
}

/** What templates read of a delivery. `around` is what stood around the list that a body was split by. */
export const deliveryRoots: RootShapes = {
  ...{ event: 'single', deliveryId: 'single', externalId: 'single', receivedAt: 'single' },
  ...{ payload: 'any', headers: 'any', query: 'any', around: 'any' },
};

/** The keys of what wants deliveries, as JSON Schema, with the descriptions of two of them. */
export const webhookKeys = ({ events, conditions }: { events: string; conditions: string }) => ({
  connector: { $ref: '#/$defs/connectorId' },
  webhook: {
    $ref: '#/$defs/declaredName',
    description: "The connector's webhook; required if it declares several.",
  },
  events: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: 200 },
    description: events,
  },
  account: { $ref: '#/$defs/accountChoice' },
  conditions: {
    type: 'array',
    maxItems: 50,
    items: { $ref: '#/$defs/condition' },
    description: conditions,
  },
});

/** The mistakes of what names a webhook of a connector. */
export async function findWebhookMistakes(
  { connector: id, webhook }: { connector: string; webhook?: string },
  lookup: Lookup,
): Promise<KindMistake[]> {
  const released = await lookup.connector(id);
  if (released === undefined) return [notInstalled(id)];
  const allowed = Object.keys(released.webhooks);
  if (allowed.length === 0) {
    const detail = `"${id}" has no webhooks, so it cannot start a workflow`;
    return [{ path: ['connector'], code: 'no_webhook', detail }];
  }
  return webhook === undefined ? [] : findUnknown(['webhook'], { name: webhook, allowed, what: 'webhook' });
}

function findSubscribeMistakes(
  { webhook, subscribe: input }: ConnectorTrigger,
  released: ConnectorPackage | undefined,
  lookup: Lookup,
): KindMistake[] {
  if (input === undefined || released === undefined) return [];
  const names = Object.keys(released.webhooks);
  const name = webhook ?? (names.length === 1 ? names[0]! : undefined);
  if (name === undefined) {
    const detail = `choose a webhook of "${released.connector.id}": it has several`;
    return [{ path: ['webhook'], code: 'missing_key', detail }];
  }
  const declared = released.webhooks[name]?.subscribe;
  if (declared === undefined) {
    const detail = `"${released.connector.id}" cannot set up this webhook: leave "subscribe" out, and add the address there by hand`;
    return [{ path: ['subscribe'], code: 'unknown_key', detail }];
  }
  const schema = declared.input ?? { type: 'object', properties: {} };
  return lookup.validate({ ...schema, additionalProperties: false }, input).map(({ pointer = '#', ...mistake }) => ({
    ...mistake,
    path: ['subscribe', ...pointer.split('/').slice(1)],
  }));
}

export const connector = defineTriggerKind<ConnectorTrigger, ConnectorStart>({
  kind: 'connector',
  name: 'Connector Trigger',
  description: "Starts a run for each event that a connector's webhook receives.",
  schema: {
    title: 'ConnectorTrigger',
    required: ['connector', 'events'],
    properties: {
      ...webhookKeys({
        events: 'The events that start a run, as the webhook names them; `*` matches all.',
        conditions: 'Conditions on the payload; all must hold.',
      }),
      subscribe: {
        type: 'object',
        tsType: 'Record<string, unknown>',
        description:
          'Has the service send its events while the workflow is on: the values that the `subscribe` of the webhook asks for, {} if none. Leave it out if a person has set up the address there.',
      },
    },
    examples: [
      { kind: 'connector', connector: 'github', webhook: 'events', events: ['issues.opened'] },
      {
        ...{ kind: 'connector', connector: 'github', webhook: 'events', events: ['issues.opened'] },
        subscribe: { owner: 'octo', repository: 'hello-world', events: ['issues'] },
      },
    ],
  },
  roots: deliveryRoots,
  summary: ({ connector: id, events }) => [id, ...events].join(', '),
  describeStart: (start) => ({
    by: `${start.connector}, ${start.event}`,
    reference: { name: 'Delivery', id: start.deliveryId },
  }),
  accounts: ({ connector: id, account = id }) => [{ name: account, connector: id }],
  async findMistakes(trigger, lookup) {
    const mistakes = await findWebhookMistakes(trigger, lookup);
    return mistakes.length > 0
      ? mistakes
      : findSubscribeMistakes(trigger, await lookup.connector(trigger.connector), lookup);
  },
});
