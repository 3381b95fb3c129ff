import type { RecordType } from '@tallyhook/schemas';
import { limits, rulesOf, units } from '../grammar.ts';
import { fieldsOf, findField } from './find-field.ts';
import { addMistake, addUnknown, type Mistakes, type Path } from './mistakes.ts';
import type { Group } from './normalized-question.ts';
import { readColumnName, refuseRepeated } from './read-names.ts';
import { readChoice, readList, readObject } from './read-shape.ts';

interface GroupReader {
  type: RecordType | undefined;
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

function readGroup(given: unknown, path: Path, { type, mistakes }: GroupReader): Group | undefined {
  const group = readObject(given, { path, required: ['field'], optional: ['unit', 'as'] }, mistakes);
  if (group === undefined || !Object.hasOwn(group, 'field')) return undefined;
  const as = readColumnName(group.as, [...path, 'as'], mistakes);
  const unit =
    group.unit === undefined
      ? undefined
      : readChoice(group.unit, { path: [...path, 'unit'], allowed: units }, mistakes);
  const field = findField(group.field, { path: [...path, 'field'], type }, mistakes);
  if (field === undefined || type === undefined) return undefined;
  const rules = rulesOf(field);
  if (!rules.groupable) {
    const sentence = `${field.label} ("${field.name}") makes no groups`;
    const known = fieldsOf(type).filter((one) => rulesOf(one).groupable);
    const names = known.map(({ name }) => name);
    addUnknown(mistakes, [...path, 'field'], { code: 'not_groupable', sentence, given: field.name, known: names });
    return undefined;
  }
  if (unit !== undefined && !rules.units.includes(unit)) {
    const detail = `${field.label} ("${field.name}") is of kind ${field.kind}, which has no periods: leave "unit" out`;
    addMistake(mistakes, [...path, 'unit'], 'unit_not_allowed', detail, { allowed: rules.units });
    return undefined;
  }
  const period = unit ?? rules.units[0];
  return { name: as ?? field.name, field, ...(period === undefined ? {} : { unit: period }) };
}
