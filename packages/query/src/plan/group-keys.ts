import type { ReadDocument, ReadResults } from './read.ts';
import { openZone } from '../dates/zone.ts';
import type { Group } from '../normalize/normalized-question.ts';
import { readIds, type Plan } from './plan.ts';
import { isOther, keysOf, other, type GroupKey, type Key } from '../answer/keys.ts';

/** Converts the `_id` of a row to the keys of its groups. `isClean` says that the database made the keys. */
export type KeyReader = (id: ReadDocument, isClean: boolean) => (readonly GroupKey[])[];

/** Creates a key reader for a plan; `results` include the values of related records. */
export function createKeyReader(
  { question, keyForms }: Pick<Plan, 'question' | 'keyForms'>,
  results: ReadResults,
): KeyReader {
  const { timezone, weekStart, groups } = question;
  const zone = openZone(timezone);
  const related = groups.map((_, index) => relatedValues(results, readIds.related(index)));
  const keysOfGroup = (group: Group, index: number, raw: unknown, isClean: boolean): readonly GroupKey[] => {
    if (isClean && isOther(raw)) return [other];
    const how = { group, zone, weekStart };
    if (isClean) return keysOf(raw, { ...how, form: group.unit === undefined ? 'stored' : 'period' });
    if (group.via === undefined) return keysOf(raw, { ...how, form: keyForms[index]! });
    const form = group.field.kind === 'instant' ? 'instant' : 'stored';
    const ids = keysOf(raw, { ...how, form: 'stored', group: { name: group.name, field: group.via.field } });
    return different(ids.flatMap((id) => keysOf(related[index]!.get(String(id)), { ...how, form })));
  };
  return (id, isClean) =>
    combinations(groups.map((group, index) => keptKeys(keysOfGroup(group, index, id[`g${index}`], isClean), group)));
}

/** Values of related records by id. */
function relatedValues(results: ReadResults, id: string): Map<string, unknown> {
  const result = results[id];
  const rows = result?.kind === 'aggregate' ? result.rows : [];
  return new Map(rows.map(({ _id, v }) => [String(_id), v]));
}

/** Removes duplicates, and null if there are other keys. */
function different(keys: readonly Key[]): readonly Key[] {
  const values = new Set(keys.filter((key) => key !== null));
  return values.size === 0 ? [null] : [...values];
}

/** Replaces keys outside the top values by the group of other values, or drops them. */
function keptKeys(keys: readonly GroupKey[], { keep, other: hasOther }: Group): readonly GroupKey[] {
  if (keep === undefined) return keys;
  const kept = keys.filter((key) => !isOther(key) && keep.includes(key));
  return hasOther && kept.length < keys.length ? [...kept, other] : kept;
}

/** All combinations of one key per list, for up to two lists. */
function combinations([first, second]: (readonly GroupKey[])[]): (readonly GroupKey[])[] {
  if (first === undefined) return [[]];
  if (second === undefined) return first.map((key) => [key]);
  return first.flatMap((key) => second.map((another) => [key, another]));
}
