import { isDeepStrictEqual } from 'node:util';
import type { ValueSchema } from '@tallyhook/schemas';
import type { Report } from './change.ts';

type Path = readonly (string | number)[];

/** Compares input schemas. A value that was accepted before and is refused now breaks workflows. */
export function compareInput(report: Report, path: Path, before: ValueSchema, after: ValueSchema): void {
  compareType(report, path, before, after);
  compareChoices(report, path, before, after);
  compareFormat(report, path, before, after);
  for (const [limit, direction] of limits) compareLimit(report, path, limit, direction, before, after);
  compareProperties(report, path, before, after);
  if (before.type === 'object' && before.additionalProperties !== false && after.additionalProperties === false)
    report([...path, 'additionalProperties'], 'breaking', 'no longer accepts other keys');
  if (before.items !== undefined && after.items !== undefined)
    compareInput(report, [...path, 'items'], before.items, after.items);
  for (const key of ['title', 'description', 'examples'] as const) {
    if (!isDeepStrictEqual(before[key], after[key])) report([...path, key], 'correction', `${key} changed`);
  }
}

function compareType(report: Report, path: Path, { type: before }: ValueSchema, { type: after }: ValueSchema): void {
  if (before === after) return;
  const isWider = after === undefined || (before === 'integer' && after === 'number');
  const words = `accepts ${after ?? 'any value'} instead of ${before ?? 'any value'}`;
  report([...path, 'type'], isWider ? 'addition' : 'breaking', words);
}

function compareChoices(report: Report, path: Path, before: ValueSchema, after: ValueSchema): void {
  if (isDeepStrictEqual(before.enum, after.enum)) return;
  const place = [...path, 'enum'];
  if (before.enum === undefined) return report(place, 'breaking', 'accepts only the listed choices');
  if (after.enum === undefined) return report(place, 'addition', 'accepts more than the choices that were listed');
  for (const choice of before.enum) {
    if (!after.enum.includes(choice)) report(place, 'breaking', `the choice ${JSON.stringify(choice)} is gone`);
  }
  for (const choice of after.enum) {
    if (!before.enum.includes(choice)) report(place, 'addition', `the choice ${JSON.stringify(choice)} is new`);
  }
}

function compareFormat(report: Report, path: Path, before: ValueSchema, after: ValueSchema): void {
  if (before.format === after.format) return;
  const place = [...path, 'format'];
  if (after.format === undefined) report(place, 'addition', `no longer requires the format ${before.format}`);
  else report(place, 'breaking', `now requires the format ${after.format}`);
}

/** For each limit, the direction that makes it tighter. */
const limits = [
  ['minLength', 1],
  ['minimum', 1],
  ['minItems', 1],
  ['maxLength', -1],
  ['maximum', -1],
  ['maxItems', -1],
] as const;

function compareLimit(
  report: Report,
  path: Path,
  limit: (typeof limits)[number][0],
  direction: 1 | -1,
  before: ValueSchema,
  after: ValueSchema,
): void {
  const [old, now] = [before[limit], after[limit]];
  if (old === now) return;
  const isTighter = now !== undefined && (old === undefined || (now - old) * direction > 0);
  const words = `${limit} changed from ${old ?? 'unlimited'} to ${now ?? 'unlimited'}`;
  report([...path, limit], isTighter ? 'breaking' : 'addition', words);
}

function compareProperties(report: Report, path: Path, before: ValueSchema, after: ValueSchema): void {
  const [old, now] = [before.properties ?? {}, after.properties ?? {}];
  const isRequired = ({ required = [] }: ValueSchema, name: string): boolean => required.includes(name);
  for (const [name, schema] of Object.entries(old)) {
    const place = [...path, 'properties', name];
    const next = Object.hasOwn(now, name) ? now[name] : undefined;
    if (next === undefined) report(place, 'breaking', `"${name}" is gone`);
    else compareInput(report, place, schema, next);
    if (next === undefined || isRequired(before, name) === isRequired(after, name)) continue;
    if (isRequired(after, name)) report(place, 'breaking', `"${name}" is now required`);
    else report(place, 'addition', `"${name}" is now optional`);
  }
  for (const name of Object.keys(now)) {
    if (Object.hasOwn(old, name)) continue;
    const place = [...path, 'properties', name];
    if (isRequired(after, name)) report(place, 'breaking', `"${name}" is new and required`);
    else report(place, 'addition', `"${name}" is new`);
  }
}
