import { type Fixture, Problem, type WebhookFixture } from '@tallyhook/schemas';
import { chooseWebhook, type ConnectorPackage, deliveryOf, readDelivery, type DeliveryEvent } from '@tallyhook/sdk';
import { adviseName } from '../advise-name.ts';

/** A delivery to send, and what the connector reads from it. */
export interface FoundDelivery {
  method: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  body: Buffer;
  events: Pick<DeliveryEvent, 'event' | 'deliveryId' | 'externalId'>[];
  /** Reasons why part of the delivery starts nothing although it should. */
  warnings: string[];
  /** Why there are no events. */
  note: string;
}

/**
 * Finds the delivery in a webhook's fixture.
 * @throws Problem that names the available ones
 */
export function findDelivery(
  released: ConnectorPackage,
  fixtures: readonly { name: string; fixture: Fixture }[],
  { webhook, fixture: wanted }: { webhook: string; fixture: string },
): FoundDelivery {
  choose(webhook, Object.keys(released.webhooks), `${released.connector.id} has no webhook`);
  const own = fixtures.filter(({ fixture }) => fixture.kind === 'webhook' && fixture.webhook === webhook);
  const name = choose(
    wanted,
    own.map((entry) => entry.name),
    `the webhook "${webhook}" has no fixture`,
  );
  const fixture = own.find((entry) => entry.name === name)!.fixture as WebhookFixture;
  const { rawBody, ...delivery } = deliveryOf(fixture);
  const named: Record<string, string> = isAccepted(released, webhook, fixture) ? {} : { webhook };
  return {
    ...delivery,
    query: { ...delivery.query, ...named },
    body: rawBody,
    ...reading(released, webhook, fixture),
  };
}

/** Whether the webhook accepts the delivery at the shared address; if not, the address must name the webhook. */
function isAccepted(released: ConnectorPackage, webhook: string, fixture: WebhookFixture): boolean {
  if (Object.keys(released.webhooks).length === 1) return true;
  try {
    return chooseWebhook(released, undefined, deliveryOf(fixture)).name === webhook;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

function choose(name: string, known: string[], refusal: string): string {
  if (known.includes(name)) return name;
  throw new Problem('invalid_usage', `${refusal} "${name}". ${adviseName(name, known)}`);
}

/** Also sends deliveries that the connector refuses: the product should answer that. */
function reading(
  released: ConnectorPackage,
  webhook: string,
  fixture: WebhookFixture,
): Pick<FoundDelivery, 'events' | 'warnings' | 'note'> {
  try {
    const read = readDelivery(released, webhook, deliveryOf(fixture), { account: fixture.account ?? {} });
    if (read.kind === 'handshake') return { events: [], warnings: [], note: 'a handshake, which starts no run' };
    const { leftOut = [] } = read;
    if (read.kind === 'events')
      return { events: read.events, warnings: [...(read.clashes ?? []), ...leftOut], note: 'no event was stored' };
    return { events: [], warnings: leftOut, note: `ignored: ${read.reason}` };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { events: [], warnings: [], note: `although the connector refuses it: ${error.message}` };
  }
}
