import type { PracticeAnswer } from '../exchange.ts';

/** What Stripe says when it refuses. */
export interface StripeError {
  type: 'invalid_request_error' | 'idempotency_error' | 'card_error';
  message: string;
  code?: string;
  param?: string;
}

export function refuse(status: number, error: StripeError): PracticeAnswer {
  return { status, headers: { 'request-id': 'req_practice' }, body: { error } };
}
