import { isDeepStrictEqual } from 'node:util';
import type { ConnectorAction, ConnectorWebhook } from '@tallyhook/schemas';
import { isJsonObject } from '../json-object.ts';
import type { Report } from './change.ts';
import { reportOthers } from './compare-connector.ts';
import { compareInput } from './compare-input.ts';

/** Compares an action: its input and its output are what workflows are built on. */
export function compareAction(report: Report, before: ConnectorAction, after: ConnectorAction): void {
  compareInput(report, ['input'], before.input, after.input);
  compareOutput(report, ['request', 'output'], before.request.output, after.request.output);
  if ((before.pagination === undefined) !== (after.pagination === undefined))
    report(['pagination'], 'breaking', after.pagination === undefined ? 'gives one page' : 'gives all pages');
  if (before.upload?.output !== after.upload?.output)
    report(['upload', 'output'], 'breaking', "gives another request's answer");
  for (const part of ['transfer', 'finish'] as const) {
    const [old, now] = [before.upload?.[part]?.output, after.upload?.[part]?.output];
    compareOutput(report, ['upload', part, 'output'], old, now);
  }
  reportOthers(report, ['request'], before.request, after.request, ['output']);
  reportOthers(report, [], before, after, ['input', 'request', '$schema']);
}

/** Compares what a request gives. */
function compareOutput(report: Report, path: readonly (string | number)[], before: unknown, after: unknown): void {
  if (isDeepStrictEqual(before, after)) return;
  if (!isJsonObject(before) || !isJsonObject(after)) {
    const isText = typeof before === 'string' && typeof after === 'string';
    return report(path, isText ? 'correction' : 'breaking', isText ? 'is read from elsewhere' : 'has another form');
  }
  for (const [key, value] of Object.entries(before)) {
    if (Object.hasOwn(after, key)) compareOutput(report, [...path, key], value, after[key]);
    else report([...path, key], 'breaking', `"${key}" is gone`);
  }
  for (const key of Object.keys(after)) {
    if (!Object.hasOwn(before, key)) report([...path, key], 'addition', `"${key}" is new`);
  }
}

/** What triggers are built on, and what becomes of them where it changes. */
const promises: [keyof ConnectorWebhook, string][] = [
  ['match', 'deliveries may be read by another webhook'],
  ['event', 'events may have other names'],
  ['split', 'events have another payload'],
  ['body', 'events have another payload'],
  ['formField', 'events have another payload'],
  ['account', 'events may belong to other accounts'],
  ['deliveryId', 'a delivery that is sent again around the change may start something twice'],
];

/** Compares a webhook: triggers are built on the names of events, on the payload and on the account. */
export function compareWebhook(report: Report, before: ConnectorWebhook, after: ConnectorWebhook): void {
  for (const [key, message] of promises) {
    if (!isDeepStrictEqual(before[key], after[key])) report([key], 'breaking', message);
  }
  reportOthers(report, [], before, after, [...promises.map(([key]) => key), '$schema']);
}
