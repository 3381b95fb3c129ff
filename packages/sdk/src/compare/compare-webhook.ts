import { isDeepStrictEqual } from 'node:util';
import type { ConnectorWebhook } from '@tallyhook/schemas';
import type { ChangeWeight, Report } from './change.ts';
import { reportOthers } from './compare-connector.ts';
import { compareSubscription } from './compare-subscription.ts';

/** The keys that triggers depend on, and what a change does to them. */
const promises: [keyof ConnectorWebhook, string][] = [
  ['match', 'deliveries may go to a different webhook'],
  ['event', 'events may have different names'],
  ['split', 'events have a different payload'],
  ['body', 'events have a different payload'],
  ['formField', 'events have a different payload'],
  ['signature', 'accounts that verify their deliveries may refuse others'],
  ['idParameter', 'deliveries may have different ids'],
];

const handled = [
  'handshake',
  'ignore',
  'account',
  'deliveryId',
  'missingId',
  'subscribe',
  'renew',
  'unsubscribe',
  '$schema',
];

/**
 * Compares a webhook. Triggers depend on event names, the payload, the account and on which deliveries are ignored.
 * Handshakes prove an address, and unsubscribing needs the kept values. Every account linked before has `grantedScopes`.
 */
export function compareWebhook(
  report: Report,
  before: ConnectorWebhook,
  after: ConnectorWebhook,
  grantedScopes: readonly string[],
): void {
  for (const [key, message] of promises) {
    if (!isDeepStrictEqual(before[key], after[key])) report([key], 'breaking', message);
  }
  compareRules(report, 'handshake', before.handshake, after.handshake);
  compareRules(report, 'ignore', before.ignore, after.ignore);
  compareIds(report, before, after);
  compareSubscription(report, before, after, grantedScopes);
  reportOthers(report, [], before, after, [...promises.map(([key]) => key), ...handled]);
}

/** Rules are matched by the deliveries they apply to. Changing their answer or their reason breaks nothing. */
const ruleChanges: Record<'handshake' | 'ignore', Record<'gone' | 'new', [ChangeWeight, string]>> = {
  handshake: {
    gone: ['breaking', 'a request that verifies the address is no longer answered'],
    new: ['addition', 'one more request that verifies the address is answered'],
  },
  ignore: {
    gone: ['addition', 'deliveries that were ignored are now events'],
    new: ['breaking', 'deliveries that were events are now ignored'],
  },
};

type Rule = NonNullable<ConnectorWebhook['handshake'] | ConnectorWebhook['ignore']>[number];

function compareRules(
  report: Report,
  key: 'handshake' | 'ignore',
  before: readonly Rule[] = [],
  after: readonly Rule[] = [],
): void {
  const words = ruleChanges[key];
  const isSame = (one: Rule, other: Rule): boolean => isDeepStrictEqual(deliveriesOf(one), deliveriesOf(other));
  for (const rule of before) if (!after.some((other) => isSame(rule, other))) report([key], ...words.gone);
  for (const [index, rule] of after.entries()) {
    const same = before.find((other) => isSame(rule, other));
    if (same === undefined) report([key, index], ...words.new);
    else if (!isDeepStrictEqual(same, rule)) report([key, index], 'correction', `the ${key} rule changed`);
  }
}

/** The part of a rule that selects deliveries. */
function deliveriesOf(rule: Rule): object {
  return { when: rule.when, method: ('method' in rule ? rule.method : undefined) ?? 'POST' };
}

function compareIds(report: Report, before: ConnectorWebhook, after: ConnectorWebhook): void {
  const [accounts, ids] = [extent(before.account, after.account), extent(before.deliveryId, after.deliveryId)];
  if (accounts === 'longer') report(['account'], 'addition', 'deliveries without an account now have one');
  if (accounts === 'other') report(['account'], 'breaking', 'events may belong to different accounts');
  // Deliveries refused before have started nothing, so nothing can start twice.
  if (ids === 'longer' && before.missingId === 'refuse')
    report(['deliveryId'], 'addition', 'deliveries without an id now have one');
  else if (ids !== 'same') {
    const message = 'a delivery that is resent around the change may be handled twice';
    report(['deliveryId'], 'breaking', message);
  }
  const [old, now] = [before, after].map(({ missingId = 'run' }) => missingId) as [MissingId, MissingId];
  if (old === now) return;
  report(['missingId'], old === 'refuse' ? 'correction' : 'breaking', `deliveries without an id: ${withoutId[now]}`);
}

type MissingId = NonNullable<ConnectorWebhook['missingId']>;

const withoutId: Record<MissingId, string> = {
  run: 'each one is now handled, even if it is resent',
  refuse: 'they are now refused',
  hashBody: 'those with the same body now count as one',
};

/** Describes how a list in which the first present value counts has changed. A single value is a list of one. */
function extent(before: string | string[], after: string | string[]): 'same' | 'longer' | 'other' {
  const [old, now] = [[before].flat(), [after].flat()];
  if (!old.every((entry, index) => entry === now[index])) return 'other';
  return old.length === now.length ? 'same' : 'longer';
}
