import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { describeFile } from '../kept-file.ts';
import type { Part, PracticeRoute } from '../play-routes.ts';
import { readParts, sortParts } from '../read-body.ts';
import { refuse } from './answers.ts';
import { createRoute } from './create-route.ts';

/** Stripe's answer to an unknown address. */
export const stripeNotFound = refuse(404, { type: 'invalid_request_error', message: 'Unrecognized request URL.' });

/**
 * Plays the part of Stripe that creates customers, invoices and refunds: forms only, no unknown parameters, idempotency
 * keys.
 */
export function stripeParts({ isToken }: { isToken(token: string): boolean }): Part[] {
  const checkAccess = ({ headers }: PracticeRequest): PracticeAnswer | null => {
    const [scheme, credential = ''] = (headers.authorization ?? '').split(' ');
    const key = scheme === 'Basic' ? Buffer.from(credential, 'base64').toString('utf8').split(':')[0]! : credential;
    if (key === '') return refuse(401, { type: 'invalid_request_error', message: 'You did not provide an API key.' });
    if (isToken(key)) return null;
    return refuse(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${'*'.repeat(12)}` });
  };
  return [{ routes, checkAccess }];
}

const routes: PracticeRoute[] = [
  {
    method: 'GET',
    path: '/v1/account',
    answer: () => ({ status: 200, body: { id: 'acct_practice', object: 'account' } }),
  },
  createRoute('customers', { prefix: 'cus', optional: ['email', 'name', 'description', 'metadata[reference]'] }),
  createRoute('invoiceitems', {
    prefix: 'ii',
    required: ['customer', 'amount', 'currency'],
    optional: ['description', 'invoice'],
    refersTo: { customer: 'customers' },
  }),
  createRoute('invoices', {
    prefix: 'in',
    required: ['customer'],
    optional: ['auto_advance', 'pending_invoice_items_behavior', 'collection_method', 'days_until_due'],
    refersTo: { customer: 'customers' },
    more: { status: 'draft', hosted_invoice_url: null },
  }),
  createRoute('refunds', {
    prefix: 're',
    required: ['payment_intent'],
    optional: ['amount', 'reason'],
    more: { status: 'succeeded' },
  }),
  {
    method: 'GET',
    path: '/v1/customers',
    answer({ query }, keeper) {
      const found = keeper.of<{ email: string }>('customers').filter(({ email }) => email === query.get('email'));
      const limit = Number(query.get('limit') ?? 10);
      const body = {
        object: 'list',
        data: found.slice(0, limit),
        has_more: found.length > limit,
        url: '/v1/customers',
      };
      return { status: 200, body };
    },
  },
  {
    method: 'POST',
    path: '/v1/files',
    answer(asked, keeper) {
      const parts = readParts(asked);
      const { file, texts } = sortParts(parts ?? []);
      if (file === undefined)
        return refuse(400, { type: 'invalid_request_error', param: 'file', message: 'Missing required param: file.' });
      const kept = describeFile(file.filename!, file.type ?? '', file.bytes);
      const id = `file_${keeper.nextNumber()}`;
      keeper.add('files', { id, purpose: texts['purpose'], ...kept });
      return { status: 200, body: { id, object: 'file', purpose: texts['purpose'], size: kept.sizeBytes } };
    },
  },
];
