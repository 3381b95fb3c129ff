import type { ConnectorPackage } from '@tallyhook/schemas';
import { Problem, type ProblemCode } from '@tallyhook/schemas';
import type { FolderListen } from '@tallyhook/schemas/api';
import {
  type Delivery,
  type DeliveryAnswer,
  makeWebhookFixture,
  maskSentCredentials,
  readDelivery,
  schemaOfFixture,
  secretsInDelivery,
} from '@tallyhook/sdk';
import type { HeardDelivery } from '@tallyhook/store/connectors';
import { createMask, maxBodyLength, type Mask } from './mask-call.ts';

/** A request to a listen as the webhook of a connector in the making reads it. */
export interface ReadHeard extends Pick<FolderListen, 'fixture' | 'fixtureProblem'> {
  /** Whether it verifies the address. */
  isHandshake: boolean;
  /** The answer of the webhook; absent if it cannot read the request. */
  answer?: Pick<DeliveryAnswer, 'status' | 'headers' | 'body'>;
  refused?: { code: ProblemCode; message: string };
  shown: NonNullable<FolderListen['delivery']>;
}

type Reading = Pick<ReadHeard, 'isHandshake' | 'answer' | 'refused'> & Pick<ReadHeard['shown'], 'read' | 'problem'>;

/**
 * Reads a request with a webhook; `released` is null while the connector has mistakes. Credentials in it are masked, and
 * made up in the fixture.
 */
export async function readHeard(
  released: ConnectorPackage | null,
  connectorText: string,
  { webhook, delivery: { method, headers, query, rawBody } }: { webhook: string; delivery: HeardDelivery },
): Promise<ReadHeard> {
  // Between threads, a buffer becomes an array of bytes.
  const delivery: Delivery = { method, headers, query, rawBody: Buffer.from(rawBody) };
  const mask = createMask(secretsInDelivery(delivery));
  if (released === null || released.webhooks[webhook] === undefined) {
    const problem =
      released === null
        ? 'The connector has mistakes, so the delivery cannot be read: correct them first.'
        : `The connector has no webhook "${webhook}" any more.`;
    return { isHandshake: false, shown: { ...showRequest(delivery, mask), read: null, problem } };
  }
  const { read, problem, ...reading } = readWith(released, webhook, delivery);
  const made = await makeWebhookFixture(released, webhook, delivery);
  return {
    ...reading,
    shown: {
      ...{ ...showRequest(delivery, mask), read: mask.value(read) as typeof read },
      ...(problem !== undefined && { problem: mask.text(problem) }),
    },
    ...('fixture' in made
      ? { fixture: { ...schemaOfFixture(connectorText), ...made.fixture } }
      : { fixtureProblem: made.problem }),
  };
}

function showRequest({ method, headers, query, rawBody }: Delivery, mask: Mask) {
  const text = mask.text(rawBody.toString('utf8'));
  return {
    ...{ method, headers: maskTexts(headers, mask), query: maskTexts(query, mask) },
    ...{ body: text.slice(0, maxBodyLength), isCut: text.length > maxBodyLength },
  };
}

/** Masks short credentials too, which are not looked for in other text. */
function maskTexts(values: Readonly<Record<string, unknown>>, mask: Mask): Record<string, string> {
  const masked = Object.entries(maskSentCredentials(values));
  return Object.fromEntries(masked.map(([name, value]) => [name, mask.text([value].flat().map(String).join(', '))]));
}

function readWith(released: ConnectorPackage, webhook: string, delivery: Delivery): Reading {
  try {
    const reading = readDelivery(released, webhook, delivery);
    const { status, headers, body } = reading.answer;
    const answer = { status, headers, body };
    if (reading.kind === 'handshake') {
      // Nothing of a stranger's request makes the product send one.
      const isConfirmed = reading.answer.confirm !== undefined;
      const problem = 'The service waits for a request that confirms the address; a listen sends none.';
      return { isHandshake: true, answer, read: [], ...(isConfirmed && { problem }) };
    }
    if (reading.kind === 'ignored') return { isHandshake: false, answer, read: [], problem: whyIgnored(reading) };
    const read = reading.events.map(({ event, deliveryId, externalId, payload }) => ({
      ...{ event, deliveryId, account: externalId, payload },
    }));
    const [problem] = [...(reading.clashes ?? []), ...(reading.leftOut ?? [])];
    return { isHandshake: false, answer, read, ...(problem !== undefined && { problem }) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message } = error;
    return { isHandshake: false, refused: { code, message }, read: null, problem: message };
  }
}

function whyIgnored({ reason, leftOut = [] }: { reason: string; leftOut?: string[] }): string {
  return [`The webhook ignores it: ${reason}.`, ...leftOut].join(' ');
}
