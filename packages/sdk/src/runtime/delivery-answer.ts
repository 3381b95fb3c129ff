import type { WebhookAnswer } from '@tallyhook/schemas';
import { renderOptionalText, renderStructure, templateOf } from '../templates/render.ts';
import { renderHeaders } from './headers.ts';

/** The answer to the other service. */
export interface DeliveryAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** An address to call after the answer, which confirms that the deliveries are wanted. */
  confirm?: string;
}

/**
 * Renders a declared answer; 200 without a body if none is declared. Leaves out absent values, or with `complete`
 * throws an ActionError that names their place.
 */
export function renderAnswer(
  answer: WebhookAnswer | undefined,
  values: object,
  { complete = false }: { complete?: boolean } = {},
): DeliveryAnswer {
  const headers = Object.fromEntries(
    renderHeaders(answer?.headers, values, { place: 'answer.headers', complete }).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  const status = answer?.status ?? 200;
  if (answer?.json !== undefined) {
    const body = JSON.stringify(renderStructure(answer.json, values, { place: 'answer.json', complete }) ?? null);
    return { status, headers: { 'content-type': 'application/json', ...headers }, body };
  }
  if (answer?.text === undefined) return { status, headers, body: '' };
  const body = renderOptionalText(answer.text, values, { place: 'answer.text', complete }) ?? '';
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}

/** Whether an answer uses a value of the account, directly or as the key of a signature. */
export function namesAccount(answer: unknown): boolean {
  if (typeof answer === 'string')
    return templateOf(answer).paths.some(({ segments }) => segments[0]?.name === 'account');
  return typeof answer === 'object' && answer !== null && Object.values(answer).some(namesAccount);
}
