import type { RecordType } from '@tallyhook/schemas';
import { limits, rulesOf, units, type Unit } from '../grammar.ts';
import { spanOf } from './filter-span.ts';
import { fieldsOf, findFieldPath, type FieldPath } from './find-field.ts';
import { addMistake, addUnknown, kindOf, type Mistakes, type Path } from './mistakes.ts';
import type { Filter, Group } from './normalized-question.ts';
import type { Clock } from './read-dates.ts';
import { readColumnName, refuseRepeated } from './read-names.ts';
import { readChoice, readCount, readList, readObject } from './read-shape.ts';

interface GroupReader {
  type: RecordType | undefined;
  types: readonly RecordType[];
  filter: Filter;
  clock: Clock;
  mistakes: Mistakes;
}

/** Reads `groupBy`: up to two fields, each group with a name of its own. */
export function readGroups(given: unknown, reader: GroupReader): Group[] {
  if (given === undefined) return [];
  const path = ['groupBy'];
  const list = readList(given, { path, most: limits.groups }, reader.mistakes) ?? [];
  const groups = list.map((one, index) => readGroup(one, [...path, index], reader));
  refuseRepeated(groups, path, reader.mistakes);
  return groups.filter((group) => group !== undefined);
}

const optional = ['unit', 'as', 'fill', 'top', 'other'];

function readGroup(given: unknown, path: Path, reader: GroupReader): Group | undefined {
  const { type, mistakes } = reader;
  const group = readObject(given, { path, required: ['field'], optional }, mistakes);
  if (group === undefined || !Object.hasOwn(group, 'field')) return undefined;
  const as = readColumnName(group.as, [...path, 'as'], mistakes);
  const unit =
    group.unit === undefined
      ? undefined
      : readChoice(group.unit, { path: [...path, 'unit'], allowed: units }, mistakes);
  const isFilled = readFlag(group.fill, [...path, 'fill'], mistakes);
  const top = readTop(group, path, mistakes);
  const found = findFieldPath(group.field, { ...reader, path: [...path, 'field'] }, mistakes);
  if (found === undefined || type === undefined) return undefined;
  const period = unitOf(found, unit, path, reader);
  if (period === undefined) return undefined;
  if (isFilled && !canBeFilled(found, { ...period, isTop: top !== undefined }, path, mistakes)) return undefined;
  const { field, via, shown } = found;
  return {
    name: as ?? shown.name.replace('.', '_'),
    field,
    ...(via && { via }),
    ...period,
    ...(isFilled ? { fill: spanOf(found, reader.filter, reader.clock.zone) } : {}),
    ...top,
  };
}

/** The period of a date; nothing for what has no periods; undefined, with a mistake, where the field or its unit makes no groups. */
function unitOf(
  { field, shown, via }: FieldPath,
  unit: Unit | undefined,
  path: Path,
  { type, types, mistakes }: GroupReader,
): { unit?: Unit } | undefined {
  const rules = rulesOf(field);
  if (!rules.groupable) {
    const sentence = `${shown.label} ("${shown.name}") makes no groups`;
    const owner = via === undefined ? type : types.find(({ name }) => name === via.target);
    const names = fieldsOf(owner!)
      .filter((one) => rulesOf(one).groupable)
      .map(({ name }) => (via === undefined ? name : `${via.field.name}.${name}`));
    addUnknown(mistakes, [...path, 'field'], { code: 'not_groupable', sentence, given: shown.name, known: names });
    return undefined;
  }
  if (unit !== undefined && !rules.units.includes(unit)) {
    const detail = `${shown.label} ("${shown.name}") is of kind ${field.kind}, which has no periods: leave "unit" out`;
    addMistake(mistakes, [...path, 'unit'], 'unit_not_allowed', detail, { allowed: rules.units });
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
      const detail = '"other" puts together what is not among the "top" values: add "top"';
      addMistake(mistakes, path, 'missing_key', detail, { allowed: ['top'] });
    }
    return undefined;
  }
  const top = readCount(given, { path: [...path, 'top'], least: 1, most: limits.top }, mistakes);
  return top === undefined ? undefined : { top, ...(hasOther ? { other: true } : {}) };
}

function canBeFilled(
  { shown }: FieldPath,
  { unit, isTop }: { unit?: Unit; isTop: boolean },
  path: Path,
  mistakes: Mistakes,
): boolean {
  if (unit !== undefined && !isTop) return true;
  const why = isTop
    ? '"top" leaves periods out, which "fill" would bring back: use one of them'
    : `${shown.label} ("${shown.name}") is of kind ${shown.kind}, which has no periods: leave "fill" out`;
  addMistake(mistakes, [...path, 'fill'], 'fill_not_allowed', why);
  return false;
}

function readFlag(given: unknown, path: Path, mistakes: Mistakes): boolean {
  if (given === undefined || typeof given === 'boolean') return given ?? false;
  addMistake(mistakes, path, 'wrong_type', `expected true or false, got ${kindOf(given)}`);
  return false;
}
