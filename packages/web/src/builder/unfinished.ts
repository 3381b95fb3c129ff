import type { RecordType } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { isAsked, isComplete, type Draft } from './draft.ts';
import { measureLabel } from './measures.ts';

/** Shown at an incomplete condition. */
export const unfinishedHint = 'Ignored until it has a value.';

/** The labels of incomplete conditions; neither the answer nor the saved report includes them. */
export function unfinishedConditions(
  { parts, having, measure }: Draft,
  type: RecordType | undefined,
  fields: readonly AskedField[],
): string[] {
  const conditions = parts.flatMap((part) => ('nest' in part || isComplete(part, fields) ? [] : [part.field]));
  const labels = conditions.map((field) => fields.find(({ name }) => name === field)?.label ?? field);
  const onGroups = having.filter((one) => !isAsked(one)).map(() => measureLabel(measure, { type, fields }));
  return [...new Set([...labels, ...onGroups])];
}

/** A message about all incomplete conditions; undefined if there are none. */
export function describeUnfinished(labels: readonly string[]): string | undefined {
  if (labels.length === 0) return undefined;
  const on = new Intl.ListFormat('en').format(labels);
  return labels.length === 1
    ? `The condition on ${on} has no value yet, so it's ignored and not saved.`
    : `The conditions on ${on} have no value yet, so they're ignored and not saved.`;
}
