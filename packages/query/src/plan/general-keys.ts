import { openZone } from '../dates/zone.ts';
import { other } from '../answer/keys.ts';
import { isCycle } from '../grammar.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { boundsOf } from './bounds.ts';
import { localCycle, localDate, localHour } from './local-time.ts';
import { hasOneKey, knownKeys } from './known-values.ts';
import { relatedName } from './related.ts';
import { cleanValue, isPresent, listOf, storedKey } from './stored-kinds.ts';

/**
 * A record's clean key in a group of an own field, or of known related records: one key, or a list if there can be
 * several.
 */
export function ownKey(group: Group, question: NormalizedQuestion): unknown {
  const key = group.values ? knownKeys(group, openZone(question.timezone)) : ownValue(group, question);
  return group.keep === undefined ? key : keptKey(key, group, question);
}

/** A record's keys, as a list, in a group of related records that were looked up. */
export function relatedKey(group: Group, index: number, question: NormalizedQuestion): unknown {
  const key = relatedKeys(group, index, question);
  return group.keep === undefined ? key : keptKey(key, group, question);
}

/** Whether a record's key is a list. */
export function hasSeveralKeys(group: Group): boolean {
  return group.values ? !hasOneKey(group) : group.field.many === true || group.via !== undefined;
}

function ownValue({ field, unit }: Group, question: NormalizedQuestion): unknown {
  const value = `$${field.name}`;
  if (unit === undefined) return cleanValue(field);
  return { $cond: [isPresent(field, value), periodOf(value, { field, unit }, question), null] };
}

/** Keys of all related records, without duplicates. */
function relatedKeys({ field, unit }: Group, index: number, question: NormalizedQuestion): unknown {
  const values = {
    $reduce: {
      input: `$${relatedName(index)}`,
      initialValue: [],
      in: { $setUnion: ['$$value', listOf(field, '$$this.v')] },
    },
  };
  if (unit === undefined) return values;
  const periods = { $map: { input: values, as: 'date', in: periodOf('$$date', { field, unit }, question) } };
  return { $setUnion: [periods, []] };
}

function periodOf(
  value: string,
  { field, unit }: Pick<Group, 'field' | 'unit'>,
  { timezone, weekStart, filter }: NormalizedQuestion,
): object {
  if (unit === 'hour') return localHour(value, openZone(timezone), boundsOf(field, filter));
  if (isCycle(unit)) return localCycle(value, { field, unit }, timezone);
  const date = localDate(value, openZone(field.kind === 'instant' ? timezone : 'UTC'));
  return { $dateTrunc: { date, unit, timezone: 'UTC', startOfWeek: weekStart } };
}

/** Replaces all keys outside the top values, including no value, by one key. */
function keptKey(key: unknown, group: Group, { timezone }: NormalizedQuestion): unknown {
  const kept = { $literal: group.keep!.map((one) => storedKey(one, group, openZone(timezone))) };
  const keptOne = (one: unknown) => ({ $cond: [{ $in: [one, kept] }, one, { $literal: { ...other } }] });
  if (!hasSeveralKeys(group)) return { $let: { vars: { key }, in: keptOne('$$key') } };
  const list = { $cond: [{ $eq: ['$$keys', []] }, [null], '$$keys'] };
  const each = { $map: { input: list, as: 'key', in: keptOne('$$key') } };
  return { $let: { vars: { keys: key }, in: { $setUnion: [each, []] } } };
}
