import { Problem } from '@tallyhook/schemas';
import type { DeliveryAnswer } from './delivery-answer.ts';
import type { AccountValues } from './redact.ts';

/** A handshake that the connector declares but that cannot be answered as declared. */
export class UnansweredHandshake extends Problem {
  constructor(reason: string) {
    super('invalid_request', `The handshake cannot be answered: ${reason}`);
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
    super('its answer needs values of an account, but none was given.');
    this.externalId = externalId;
    this.answerWith = answerWith;
  }
}
