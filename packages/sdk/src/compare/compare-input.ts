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
    report([...path, 'additionalProperties'], 'breaking', 'takes no other keys any more');
  if (before.items !== undefined && after.items !== undefined)
    compareInput(report, [...path, 'items'], before.items, after.items);
  for (const key of ['title', 'description', 'examples'] as const) {
    if (!isDeepStrictEqual(before[key], after[key])) report([...path, key], 'correction', `another ${key}`);
  }
}

function compareType(report: Report, path: Path, { type: before }: ValueSchema, { type: after }: ValueSchema): void {
  if (before === after) return;
  const isWider = after === undefined || (before === 'integer' && after === 'number');
  const words = `takes ${after ?? 'any value'} instead of ${before ?? 'any value'}`;
  report([...path, 'type'], isWider ? 'addition' : 'breaking', words);
}

function compareChoices(report: Report, path: Path, before: ValueSchema, after: ValueSchema): void {
  if (isDeepStrictEqual(before.enum, after.enum)) return;
  const place = [...path, 'enum'];
  if (before.enum === undefined) return report(place, 'breaking', 'takes only the choices that are listed');
  if (after.enum === undefined) return report(place, 'addition', 'takes more than the choices that were listed');
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
  if (after.format === undefined) report(place, 'addition', `is no longer bound to the format ${before.format}`);
  else report(place, 'breaking', `has to be a ${after.format}`);
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
  const words = `${limit} ${old ?? 'unlimited'} is now ${now ?? 'unlimited'}`;
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
    if (isRequired(after, name)) report(place, 'breaking', `"${name}" has to be there`);
    else report(place, 'addition', `"${name}" may be absent`);
  }
  for (const name of Object.keys(now)) {
    if (Object.hasOwn(old, name)) continue;
    const place = [...path, 'properties', name];
    if (isRequired(after, name)) report(place, 'breaking', `"${name}" is new and has to be there`);
    else report(place, 'addition', `"${name}" is new`);
  }
}
