import { openZone } from '../dates/zone.ts';
import { parseDay, dayMs } from '../dates/days.ts';
import { other } from '../answer/keys.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import { localDate } from './local-time.ts';
import { relatedName } from './related.ts';
import { cleanValue, isPresent, listOf } from './stored-kinds.ts';

/** The key of a record in a group of its own field, cleaned: one, or a list of them where the field has several. */
export function ownKey(group: Group, question: NormalizedQuestion): unknown {
  const key = ownValue(group, question);
  return group.keep === undefined ? key : keptKey(key, group);
}

/** The keys of a record in a group of a related field, of the records that were looked up: a list. */
export function relatedKey(group: Group, index: number, question: NormalizedQuestion): unknown {
  const key = relatedKeys(group, index, question);
  return group.keep === undefined ? key : keptKey(key, group);
}

function ownValue({ field, unit }: Group, question: NormalizedQuestion): unknown {
  const value = `$${field.name}`;
  if (unit === undefined) return cleanValue(field);
  return { $cond: [isPresent(field, value), periodOf(value, { field, unit }, question), null] };
}

/** The keys of all related records, each once. */
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
  { timezone, weekStart }: NormalizedQuestion,
): object {
  const date = localDate(value, openZone(field.kind === 'instant' ? timezone : 'UTC'));
  return { $dateTrunc: { date, unit, timezone: 'UTC', startOfWeek: weekStart } };
}

/** One key stands for all that are not kept, no value among them. */
function keptKey(key: unknown, group: Group): unknown {
  const kept = { $literal: group.keep!.map((one) => storedKey(one, group)) };
  const keptOne = (one: unknown) => ({ $cond: [{ $in: [one, kept] }, one, { $literal: { ...other } }] });
  if (!group.field.many && !group.via) return { $let: { vars: { key }, in: keptOne('$$key') } };
  const list = { $cond: [{ $eq: ['$$keys', []] }, [null], '$$keys'] };
  const each = { $map: { input: list, as: 'key', in: keptOne('$$key') } };
  return { $let: { vars: { keys: key }, in: { $setUnion: [each, []] } } };
}

/** A key as the database makes it. */
function storedKey(key: string | number | boolean | null, { field, unit }: Group): unknown {
  if (typeof key !== 'string') return key;
  if (unit !== undefined) return new Date(parseDay(key)! * dayMs);
  return field.kind === 'relation' || field.kind === 'file' ? { $oid: key } : key;
}
