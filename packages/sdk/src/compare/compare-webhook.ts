import { isDeepStrictEqual } from 'node:util';
import type { ConnectorWebhook } from '@tallyhook/schemas';
import type { ChangeWeight, Report } from './change.ts';
import { reportOthers } from './compare-connector.ts';
import { compareSubscription } from './compare-subscription.ts';

/** The keys that triggers depend on, and what a change does to them. */
const promises: [keyof ConnectorWebhook, string][] = [
  ['match', 'deliveries may be read by another webhook'],
  ['event', 'events may have other names'],
  ['split', 'events have another payload'],
  ['body', 'events have another payload'],
  ['formField', 'events have another payload'],
];

const handled = ['handshake', 'ignore', 'account', 'deliveryId', 'missingId', 'subscribe', 'unsubscribe', '$schema'];

/**
 * Compares a webhook. Triggers depend on event names, the payload, the account and on which deliveries are ignored.
 * Handshakes prove an address, and unsubscribing needs the kept values.
 */
export function compareWebhook(report: Report, before: ConnectorWebhook, after: ConnectorWebhook): void {
  for (const [key, message] of promises) {
    if (!isDeepStrictEqual(before[key], after[key])) report([key], 'breaking', message);
  }
  compareRules(report, 'handshake', before.handshake, after.handshake);
  compareRules(report, 'ignore', before.ignore, after.ignore);
  compareIds(report, before, after);
  compareSubscription(report, before, after);
  reportOthers(report, [], before, after, [...promises.map(([key]) => key), ...handled]);
}

/** Rules are matched by the deliveries they apply to. Changing their answer or their reason breaks nothing. */
const ruleChanges: Record<'handshake' | 'ignore', Record<'gone' | 'new', [ChangeWeight, string]>> = {
  handshake: {
    gone: ['breaking', 'a request that proves the address is answered no longer'],
    new: ['addition', 'one more request proves the address'],
  },
  ignore: {
    gone: ['addition', 'deliveries that started nothing are events from now on'],
    new: ['breaking', 'deliveries that were events start nothing any more'],
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
    else if (!isDeepStrictEqual(same, rule)) report([key, index], 'correction', 'is another one');
  }
}

/** The part of a rule that selects deliveries. */
function deliveriesOf(rule: Rule): object {
  return { when: rule.when, method: ('method' in rule ? rule.method : undefined) ?? 'POST' };
}

function compareIds(report: Report, before: ConnectorWebhook, after: ConnectorWebhook): void {
  const [accounts, ids] = [extent(before.account, after.account), extent(before.deliveryId, after.deliveryId)];
  if (accounts === 'longer') report(['account'], 'addition', 'deliveries that named no account have one now');
  if (accounts === 'other') report(['account'], 'breaking', 'events may belong to other accounts');
  // Deliveries refused before have started nothing, so nothing can start twice.
  if (ids === 'longer' && before.missingId === 'refuse')
    report(['deliveryId'], 'addition', 'deliveries that had no id have one now');
  else if (ids !== 'same') {
    const message = 'a delivery that is sent again around the change may start something twice';
    report(['deliveryId'], 'breaking', message);
  }
  if (before.missingId === after.missingId) return;
  const weight = before.missingId === 'refuse' ? 'correction' : 'breaking';
  report(['missingId'], weight, `deliveries without an id: ${withoutId[after.missingId]}`);
}

const withoutId: Record<ConnectorWebhook['missingId'], string> = {
  run: 'each of them runs, also one that is sent again',
  refuse: 'they are refused from now on',
  hashBody: 'those with the same body are one from now on',
};

/** Describes how a list in which the first present value counts has changed. A single value is a list of one. */
function extent(before: string | string[], after: string | string[]): 'same' | 'longer' | 'other' {
  const [old, now] = [[before].flat(), [after].flat()];
  if (!old.every((entry, index) => entry === now[index])) return 'other';
  return old.length === now.length ? 'same' : 'longer';
}
