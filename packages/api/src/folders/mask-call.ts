import type { FolderTry } from '@tallyhook/schemas/api';
import { ActionError, type HttpResponse, type ObservedCall, redactText, redactValue } from '@tallyhook/sdk';

/** Removes credentials from what is shown. */
export interface Mask {
  text(given: string): string;
  value(given: unknown): unknown;
}

const shown = '••••';
/** How the SDK marks a credential that it has removed. */
const redacted = '[redacted]';

/** A mask of these credentials, which have every encoding in which they may come. */
export function createMask(secrets: readonly string[]): Mask {
  const longestFirst = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  return {
    text: (given) => redactText(given, longestFirst).replaceAll(redacted, shown),
    value: (given) =>
      given === undefined
        ? undefined
        : (JSON.parse(JSON.stringify(redactValue(given, longestFirst)).replaceAll(redacted, shown)) as unknown),
  };
}

/** The longest body that is shown. */
export const maxBodyLength = 64 * 1024;

/** A request as it was sent, without credentials. */
export function describeRequest(
  { method, url, headers, body }: ObservedCall['request'],
  mask: Mask,
): NonNullable<FolderTry['request']> {
  return {
    ...{ method, url: mask.text(url), headers: maskHeaders(headers, mask) },
    body: mask.text(body?.toString('utf8') ?? '').slice(0, maxBodyLength),
  };
}

/** An answer as it arrived, without credentials; a long body is cut. */
export function describeAnswer({ status, headers, body }: HttpResponse, mask: Mask): NonNullable<FolderTry['answer']> {
  const text = mask.text(body.toString('utf8'));
  return {
    ...{ status, headers: maskHeaders(headers, mask) },
    ...{ body: text.slice(0, maxBodyLength), isCut: text.length > maxBodyLength },
  };
}

/** One request and how it ended. */
export function describeStep({ request, response, timeMs }: ObservedCall, mask: Mask): FolderTry['steps'][number] {
  const took = `${Math.round(timeMs)} ms`;
  const hasFailed = response instanceof ActionError;
  return {
    name: mask.text(`${request.method} ${request.url}`),
    detail: hasFailed ? `${mask.text(response.message)} (${took})` : `${response.status} (${took})`,
    isOk: !hasFailed && response.status < 400,
  };
}

function maskHeaders(headers: Readonly<Record<string, string>>, mask: Mask): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), mask.text(value)]));
}
