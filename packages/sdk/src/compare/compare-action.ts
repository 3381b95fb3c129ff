import { isDeepStrictEqual } from 'node:util';
import type { ConnectorAction } from '@tallyhook/schemas';
import { isJsonObject } from '../json-object.ts';
import type { Report } from './change.ts';
import { compareNeededScopes, reportOthers } from './compare-connector.ts';
import { compareInput } from './compare-input.ts';

/**
 * Compares two versions of an action. Workflows depend on its input and output. Every account linked before has
 * `grantedScopes`.
 */
export function compareAction(
  report: Report,
  before: ConnectorAction,
  after: ConnectorAction,
  grantedScopes: readonly string[],
): void {
  compareInput(report, ['input'], before.input, after.input);
  compareOutput(report, ['request', 'output'], before.request.output, after.request.output);
  if ((before.pagination === undefined) !== (after.pagination === undefined))
    report(
      ['pagination'],
      'breaking',
      after.pagination === undefined ? 'returns one page instead of all' : 'returns all pages instead of one',
    );
  if (before.upload?.output !== after.upload?.output)
    report(['upload', 'output'], 'breaking', 'returns the response of a different request');
  for (const part of ['transfer', 'finish'] as const) {
    const [old, now] = [before.upload?.[part]?.output, after.upload?.[part]?.output];
    compareOutput(report, ['upload', part, 'output'], old, now);
  }
  reportOthers(report, ['request'], before.request, after.request, ['output']);
  const scopes = compareNeededScopes(report, ['scopes'], { before: before.scopes, after: after.scopes, grantedScopes });
  reportOthers(report, [], before, after, ['input', 'request', '$schema', ...scopes]);
}

/** Compares the outputs of a request. */
function compareOutput(report: Report, path: readonly (string | number)[], before: unknown, after: unknown): void {
  if (isDeepStrictEqual(before, after)) return;
  if (!isJsonObject(before) || !isJsonObject(after)) {
    const isText = typeof before === 'string' && typeof after === 'string';
    return report(
      path,
      isText ? 'correction' : 'breaking',
      isText ? 'is read from a different place' : 'has a different shape',
    );
  }
  for (const [key, value] of Object.entries(before)) {
    if (Object.hasOwn(after, key)) compareOutput(report, [...path, key], value, after[key]);
    else report([...path, key], 'breaking', `"${key}" is gone`);
  }
  for (const key of Object.keys(after)) {
    if (!Object.hasOwn(before, key)) report([...path, key], 'addition', `"${key}" is new`);
  }
}
