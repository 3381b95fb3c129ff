import { isDeepStrictEqual } from 'node:util';
import type { ActionInput, ConnectorWebhook } from '@tallyhook/schemas';
import type { Report } from './change.ts';
import { compareNeededScopes, reportOthers } from './compare-connector.ts';
import { compareInput } from './compare-input.ts';

type Subscribe = NonNullable<ConnectorWebhook['subscribe']>;

const noInput: ActionInput = { type: 'object', properties: {} };

/**
 * Compares how a webhook subscribes and unsubscribes. The new version has to unsubscribe what the old version
 * subscribed, using the values that the old one kept.
 */
export function compareSubscription(
  report: Report,
  before: ConnectorWebhook,
  after: ConnectorWebhook,
  grantedScopes: readonly string[],
): void {
  const [old, now] = [before.subscribe, after.subscribe];
  if (old === undefined && now !== undefined) report(['subscribe'], 'addition', 'can now be set up automatically');
  if (old !== undefined && now === undefined) report(['subscribe'], 'breaking', 'must now be set up by hand');
  if (old !== undefined && now !== undefined) {
    compareInput(report, ['subscribe', 'input'], old.input ?? noInput, now.input ?? noInput);
    compareKept(report, { old, now }, before.unsubscribe, after.unsubscribe);
    const path = ['subscribe', 'scopes'];
    const scopes = compareNeededScopes(report, path, { before: old.scopes, after: now.scopes, grantedScopes });
    reportOthers(report, ['subscribe'], old, now, ['input', 'keep', ...scopes]);
  }
  compareRenewal(report, before.renew, after.renew);
  compareEnd(report, before.unsubscribe, after.unsubscribe);
}

function compareRenewal(report: Report, before: ConnectorWebhook['renew'], after: ConnectorWebhook['renew']): void {
  if (isDeepStrictEqual(before, after)) return;
  if (before === undefined) report(['renew'], 'addition', 'is now renewed');
  else if (after === undefined) report(['renew'], 'breaking', 'is no longer renewed');
  else report(['renew'], 'correction', 'the renewal changed');
}

function compareEnd(
  report: Report,
  before: ConnectorWebhook['unsubscribe'],
  after: ConnectorWebhook['unsubscribe'],
): void {
  if (isDeepStrictEqual(before, after)) return;
  if (before === undefined) report(['unsubscribe'], 'addition', 'can now be removed automatically');
  else if (after === undefined) report(['unsubscribe'], 'breaking', 'can no longer be removed automatically');
  else report(['unsubscribe'], 'correction', 'the unsubscribe request changed');
}

const lost = 'existing subscriptions can no longer be removed';

function compareKept(
  report: Report,
  { old, now }: { old: Subscribe; now: Subscribe },
  before: ConnectorWebhook['unsubscribe'],
  after: ConnectorWebhook['unsubscribe'],
): void {
  const place = ['subscribe', 'keep'];
  const [oldKeep, nowKeep] = [old.keep ?? {}, now.keep ?? {}];
  // Without an earlier unsubscribe request, nothing is lost.
  const isNeeded = (name: string): boolean => before !== undefined && uses(after, name);
  for (const name of Object.keys(oldKeep))
    if (!Object.hasOwn(nowKeep, name)) report([...place, name], 'correction', `"${name}" is no longer kept`);
  for (const [name, value] of Object.entries(nowKeep)) {
    const same = Object.hasOwn(oldKeep, name) ? oldKeep[name] : undefined;
    if (same === undefined) {
      const isLost = isNeeded(name) && value.optional !== true;
      report([...place, name], isLost ? 'breaking' : 'correction', `"${name}" is new${isLost ? `: ${lost}` : ''}`);
    } else if (same.secret === true && value.secret !== true)
      report([...place, name, 'secret'], 'breaking', `"${name}" is no longer secret`);
    else if (same.value !== value.value && isNeeded(name) && !isDeepStrictEqual(before, after))
      report([...place, name], 'breaking', `"${name}" and the unsubscribe request changed: ${lost}`);
    else if (!isDeepStrictEqual(same, value)) report([...place, name], 'correction', `"${name}" is read differently`);
  }
}

/** Whether a request uses a kept value. */
function uses(request: ConnectorWebhook['unsubscribe'], name: string): boolean {
  const names = [...JSON.stringify(request ?? {}).matchAll(/\bsubscription\.\[?(\w+)/g)].map(([, found]) => found);
  return names.includes(name);
}
