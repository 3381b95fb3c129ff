import { nameOfGroup, type RecordType } from '@tallyhook/schemas';
import { limits, otherUnits, rulesOf, units, type Unit } from '../grammar.ts';
import { daysOf, instantsOf } from './filter-span.ts';
import { fieldsOf, findFieldPath, type FieldPath } from './find-field.ts';
import { meantGroups } from './meant-names.ts';
import { addMistake, addUnknown, kindOf, type Mistakes, type Path } from './mistakes.ts';
import type { Filter, Group, Span } from './normalized-question.ts';
import type { Clock } from './read-dates.ts';
import { readEntries, type ReadEntries } from './read-entries.ts';
import { readColumnName } from './read-names.ts';
import { readChoice, readCount, readObject } from './read-shape.ts';

interface GroupReader {
  type: RecordType | undefined;
  types: readonly RecordType[];
  filter: Filter;
  clock: Clock;
  mistakes: Mistakes;
}

/** Reads `groupBy`: up to two groups with unique names. */
export function readGroups(given: unknown, reader: GroupReader): ReadEntries<Group> {
  if (given === undefined) return { entries: [], meant: new Set() };
  const reading = {
    path: ['groupBy'],
    max: limits.groups,
    read: (one: unknown, path: Path) => readGroup(one, path, reader),
    meant: (one: unknown) => meantGroups({ ...reader, given: one, known: keys }),
  };
  return readEntries(given, reading, reader.mistakes);
}

const optional = ['unit', 'as', 'fill', 'top', 'other'];
const keys = ['field', ...optional];

function readGroup(given: unknown, path: Path, reader: GroupReader): Group | undefined {
  const { type, mistakes } = reader;
  const group = readObject(given, { path, required: ['field'], optional }, mistakes);
  if (group === undefined || !Object.hasOwn(group, 'field')) return undefined;
  const as = readColumnName(group.as, [...path, 'as'], mistakes);
  const found = findFieldPath(group.field, { ...reader, path: [...path, 'field'] }, mistakes);
  const unit = group.unit === undefined ? undefined : readUnit(group.unit, found, [...path, 'unit'], mistakes);
  const isFilled = readFlag(group.fill, [...path, 'fill'], mistakes);
  const top = readTop(group, path, mistakes);
  if (found === undefined || type === undefined) return undefined;
  const period = unitOf(found, unit, path, reader);
  if (period === undefined) return undefined;
  if (period.unit === 'hour' && !isBounded(found, path, reader)) return undefined;
  if (isFilled && !canBeFilled(found, { ...period, isTop: top !== undefined }, path, mistakes)) return undefined;
  const { field, via, shown } = found;
  return {
    name: nameOfGroup({ field: shown.name, as }),
    field,
    ...(via && { via }),
    ...period,
    ...(isFilled ? { fill: spanOf(found, period.unit, reader) } : {}),
    ...top,
  };
}

/** Reads a unit. For an unknown one, suggests the field's units if it has any. */
function readUnit(given: unknown, found: FieldPath | undefined, path: Path, mistakes: Mistakes): Unit | undefined {
  if (units.includes(given as Unit)) return given as Unit;
  const own = found === undefined ? units : rulesOf(found.field).units;
  if (found === undefined || own.length > 0)
    return readChoice(given, { path, allowed: own, meant: otherUnits }, mistakes);
  refuseUnit(found, path, mistakes);
  return undefined;
}

function refuseUnit({ field, shown }: FieldPath, path: Path, mistakes: Mistakes): void {
  const { units: allowed } = rulesOf(field);
  const why =
    allowed.length === 0
      ? 'which has no periods: leave "unit" out'
      : `which has no time of day: group by ${allowed.join(', ')}`;
  const detail = `${shown.label} ("${shown.name}") is of kind ${field.kind}, ${why}`;
  addMistake(mistakes, path, 'unit_not_allowed', detail, { allowed });
}

/**
 * The unit of a group; empty for fields without units. Undefined, with a mistake added, if the field or its unit cannot
 * be grouped by.
 */
function unitOf(
  found: FieldPath,
  unit: Unit | undefined,
  path: Path,
  { type, types, mistakes }: GroupReader,
): { unit?: Unit } | undefined {
  const { field, shown, via } = found;
  const rules = rulesOf(field);
  if (!rules.groupable) {
    const sentence = `${shown.label} ("${shown.name}") cannot be grouped by`;
    const owner = via === undefined ? type : types.find(({ name }) => name === via.target);
    const names = fieldsOf(owner!)
      .filter((one) => rulesOf(one).groupable)
      .map(({ name }) => (via === undefined ? name : `${via.field.name}.${name}`));
    addUnknown(mistakes, [...path, 'field'], { code: 'not_groupable', sentence, given: shown.name, known: names });
    return undefined;
  }
  if (unit !== undefined && !rules.units.includes(unit)) {
    refuseUnit(found, [...path, 'unit'], mistakes);
    return undefined;
  }
  const period = unit ?? rules.units[0];
  return period === undefined ? {} : { unit: period };
}

function readTop(
  { top: given, other }: Record<string, unknown>,
  path: Path,
  mistakes: Mistakes,
): { top: number; other?: true } | undefined {
  const hasOther = readFlag(other, [...path, 'other'], mistakes);
  if (given === undefined) {
    if (hasOther) {
      const detail = '"other" combines all values outside the "top" ones: add "top"';
      addMistake(mistakes, path, 'missing_key', detail, { allowed: ['top'] });
    }
    return undefined;
  }
  const top = readCount(given, { path: [...path, 'top'], min: 1, max: limits.top }, mistakes);
  return top === undefined ? undefined : { top, ...(hasOther ? { other: true } : {}) };
}

/** Groups by hour need a lower bound in the filter: nobody looks at years of hours. */
function isBounded(found: FieldPath, path: Path, { filter, mistakes }: GroupReader): boolean {
  const isUnread = mistakes.some(({ pointer }) => pointer?.startsWith('#/filter'));
  if (isUnread || instantsOf(found, filter).first !== undefined) return true;
  const { label, name } = found.shown;
  const detail = `groups by hour need a filter with a start for ${label} ("${name}"): add {"field":"${name}","op":"within","value":"last 7 days"}`;
  addMistake(mistakes, [...path, 'unit'], 'needs_filter', detail);
  return false;
}

function spanOf(found: FieldPath, unit: Unit | undefined, { filter, clock }: GroupReader): Span {
  return unit === 'hour' ? instantsOf(found, filter) : daysOf(found, filter, clock.zone);
}

function canBeFilled(
  { shown }: FieldPath,
  { unit, isTop }: { unit?: Unit; isTop: boolean },
  path: Path,
  mistakes: Mistakes,
): boolean {
  if (unit !== undefined && !isTop) return true;
  const why = isTop
    ? '"top" removes periods that "fill" would add back: use only one of them'
    : `${shown.label} ("${shown.name}") is of kind ${shown.kind}, which has no periods: leave "fill" out`;
  addMistake(mistakes, [...path, 'fill'], 'fill_not_allowed', why);
  return false;
}

function readFlag(given: unknown, path: Path, mistakes: Mistakes): boolean {
  if (given === undefined || typeof given === 'boolean') return given ?? false;
  addMistake(mistakes, path, 'wrong_type', `expected true or false, got ${kindOf(given)}`);
  return false;
}
