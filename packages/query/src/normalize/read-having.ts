import type { Field } from '@tallyhook/schemas';
import { havingOperators, limits, otherOperators, type HavingOperator } from '../grammar.ts';
import { addMistake, addUnknown, kindOf, type Mistakes, type Path } from './mistakes.ts';
import type { ReadEntries } from './read-entries.ts';
import type { Having, Measure } from './normalized-question.ts';
import { readRange, type RangeReader } from './read-range.ts';
import { readChoice, readList, readObject, readText } from './read-shape.ts';

interface HavingReader extends RangeReader {
  /** Whether the question has groups or was meant to have some. */
  isGrouped: boolean;
  measures: ReadEntries<Measure>;
}

/** Reads `having`: conditions that a group's measures must meet. */
export function readHaving(given: unknown, reader: HavingReader): Having[] {
  if (given === undefined) return [];
  const list = readList(given, { path: ['having'], max: limits.having }, reader.mistakes) ?? [];
  if (list.length > 0 && !reader.isGrouped) {
    // If accepted, it would seem to filter `overall`, which no condition changes.
    const detail = '"having" filters groups, and the question has none: add "groupBy" or leave out "having"';
    addMistake(reader.mistakes, ['having'], 'having_not_allowed', detail);
  }
  return list.flatMap((one, index) => readOne(one, ['having', index], reader) ?? []);
}

function readOne(given: unknown, path: Path, reader: HavingReader): Having | undefined {
  const { mistakes } = reader;
  const having = readObject(given, { path, required: ['measure', 'op', 'value'], optional: [] }, mistakes);
  if (having === undefined) return undefined;
  const has = (key: string) => Object.hasOwn(having, key);
  const op = has('op')
    ? readChoice(having.op, { path: [...path, 'op'], allowed: havingOperators, meant: otherOperators }, mistakes)
    : undefined;
  const measure = has('measure') ? findMeasure(having.measure, [...path, 'measure'], reader) : undefined;
  if (op === undefined || measure === undefined || !has('value')) return undefined;
  if (!hasOperand(op, having.value, [...path, 'value'], mistakes)) return undefined;
  const isNot = op === 'ne';
  const range = readRange({ field: fieldOf(measure), operator: isNot ? 'eq' : op, value: having.value, path }, reader);
  if (range?.test !== 'range') return undefined;
  const { gt, gte, lt, lte } = range;
  const bounds = Object.entries({ gt, gte, lt, lte }).filter(([, bound]) => bound !== undefined);
  return { measure: measure.name, isNot, bounds: Object.fromEntries(bounds) };
}

function findMeasure(given: unknown, path: Path, { measures, mistakes }: HavingReader): Measure | undefined {
  const name = readText(given, { path, maxLength: 200 }, mistakes);
  const { entries, meant } = measures;
  const measure = entries.find((candidate) => candidate.name === name);
  // The name may belong to a measure with mistakes.
  const isMeant = meant === undefined || (name !== undefined && meant.has(name));
  if (name !== undefined && measure === undefined && !isMeant) {
    const known = entries.map((candidate) => candidate.name);
    const sentence = `the question has no measure "${name.slice(0, 60)}"`;
    addUnknown(mistakes, path, { code: 'unknown_measure', sentence, given: name, known });
  }
  return measure;
}

function hasOperand(op: HavingOperator, value: unknown, path: Path, mistakes: Mistakes): boolean {
  const isPair = op === 'between';
  if (isPair ? Array.isArray(value) && value.length === 2 : typeof value !== 'object') return true;
  const got = Array.isArray(value) ? `a list of ${value.length}` : kindOf(value);
  addMistake(
    mistakes,
    path,
    'wrong_type',
    `"${op}" takes ${isPair ? 'a list of two values' : 'one value'}, got ${got}`,
  );
  return false;
}

/** A measure as a field: the minimum and maximum have the field's kind, all others are numbers. */
function fieldOf({ name, fn, field }: Measure): Field {
  const kind = (fn === 'min' || fn === 'max') && field !== undefined ? field.kind : 'number';
  return { name, label: 'The measure', kind };
}
