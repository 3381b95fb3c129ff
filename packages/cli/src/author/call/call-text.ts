import type { describeCalls } from '@tallyhook/sdk';
import type { CalledAction } from './call-action.ts';

type ShownCall = ReturnType<typeof describeCalls>[number];

const longestBody = 1000;

/** Formats each request and its answer for people, with credentials removed. */
export function callsText(calls: readonly ShownCall[]): string {
  return calls.map(callText).join('\n');
}

function callText({ exchange, timeMs }: ShownCall): string {
  const { request } = exchange;
  const answer =
    'error' in exchange
      ? [`< ${exchange.error} (${timeMs} ms)`]
      : [`< ${exchange.response.status} (${timeMs} ms)`, ...partText('<', exchange.response)];
  return [`> ${request.method} ${request.url}`, ...partText('>', request), ...answer].join('\n');
}

function partText(
  sign: string,
  { headers = {}, body }: { headers?: Record<string, string | null>; body?: unknown },
): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${sign}   ${name}: ${value}`);
  if (body === undefined || body === '') return lines;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return [
    ...lines,
    `${sign}   ${text.length > longestBody ? `${text.slice(0, longestBody)}… (${text.length} characters)` : text}`,
  ];
}

/** Formats the action's outcome, with advice if the sign-in has expired. */
export function outcomeText(
  action: string,
  { outcome, timeMs, released }: Pick<CalledAction, 'outcome' | 'timeMs' | 'released'>,
): string {
  const took = `${Math.round(timeMs)} ms`;
  if ('output' in outcome) return `${action} succeeded after ${took}`;
  const { class: kind, message, status } = outcome.error;
  // For an expired access token a refresh was tried already; 403 means missing permissions.
  const hasEnded = released.connector.signIn.kind === 'oauth2' && kind === 'auth' && status !== 403;
  const advice = hasEnded ? '\nSign in again with `tallyhook accounts login` and the connector folder.' : '';
  return `${action} failed after ${took} with ${kind}: ${message}${advice}`;
}
