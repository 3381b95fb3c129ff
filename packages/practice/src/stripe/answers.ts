import type { PracticeAnswer } from '../exchange.ts';

/** A refusal by Stripe. */
export interface StripeError {
  type: 'invalid_request_error' | 'idempotency_error' | 'card_error';
  message: string;
  code?: string;
  param?: string;
}

export function refuse(status: number, error: StripeError): PracticeAnswer {
  return { status, headers: { 'request-id': 'req_practice' }, body: { error } };
}
