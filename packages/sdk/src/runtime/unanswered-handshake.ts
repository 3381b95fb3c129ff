import { Problem } from '@tallyhook/schemas';
import type { DeliveryAnswer } from './delivery-answer.ts';
import type { AccountValues } from './redact.ts';

const usualAdvice =
  'If the service always sends it like this, its connector must be corrected: "handshake" in the webhook.';

/**
 * A handshake that the connector declares but that cannot be answered as declared: why, in words for the person who sets
 * up the address, and what to do.
 */
export class UnansweredHandshake extends Problem {
  constructor(reason: string, advice = usualAdvice) {
    super('invalid_request', `The request that verifies this address cannot be answered: ${reason}. ${advice}`);
  }
}

/** A handshake whose answer needs values of a linked account, such as a signature with its secret. */
export class HandshakeNeedsAccount extends UnansweredHandshake {
  /** The account that it names: null if deliveries go to all, `''` if it names none. */
  readonly externalId: string | null;
  /**
   * Answers with the values of an account.
   * @throws `UnansweredHandshake` if a value is missing.
   */
  readonly answerWith: (account: AccountValues) => DeliveryAnswer;

  constructor(externalId: string | null, answerWith: (account: AccountValues) => DeliveryAnswer) {
    super('its answer needs values of a linked account, and there is none here', 'Link one, then verify its address.');
    this.externalId = externalId;
    this.answerWith = answerWith;
  }
}
