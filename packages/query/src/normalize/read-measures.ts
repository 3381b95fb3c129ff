import type { Field, RecordType } from '@tallyhook/schemas';
import { limits, measureFunctions, otherFunctions, rulesOf, type MeasureFunction } from '../grammar.ts';
import { findOwnField } from './find-field.ts';
import { meantMeasures } from './meant-names.ts';
import { addMistake, addUnknown, type Mistakes, type Path } from './mistakes.ts';
import type { Measure } from './normalized-question.ts';
import { readEntries, type ReadEntries } from './read-entries.ts';
import { readColumnName } from './read-names.ts';
import { readChoice, readObject } from './read-shape.ts';

interface MeasureReader {
  type: RecordType | undefined;
  types: readonly RecordType[];
  mistakes: Mistakes;
}

/** Reads `measures`: one to five with unique names. The default is the number of records. */
export function readMeasures(given: unknown, reader: MeasureReader): ReadEntries<Measure> {
  if (given === undefined) return { entries: [{ name: 'count', fn: 'count' }], meant: new Set() };
  const reading = {
    path: ['measures'],
    min: 1,
    max: limits.measures,
    read: (one: unknown, path: Path) => readMeasure(one, path, reader),
    meant: (one: unknown) => meantMeasures({ ...reader, given: one, known: keys }),
  };
  return readEntries(given, reading, reader.mistakes);
}

const optional = ['field', 'as'];
const keys = ['fn', ...optional];

function readMeasure(given: unknown, path: Path, reader: MeasureReader): Measure | undefined {
  const { mistakes } = reader;
  const measure = readObject(given, { path, required: ['fn'], optional }, mistakes);
  if (measure === undefined) return undefined;
  const as = readColumnName(measure.as, [...path, 'as'], mistakes);
  const field =
    measure.field === undefined
      ? undefined
      : findOwnField(measure.field, { ...reader, path: [...path, 'field'] }, mistakes);
  const fn = Object.hasOwn(measure, 'fn') ? readFunction(measure.fn, field, [...path, 'fn'], mistakes) : undefined;
  if (fn === undefined) return undefined;
  if (measure.field === undefined) return readWithoutField(fn, as, path, mistakes);
  if (field === undefined || !allowsFunction(field, fn, [...path, 'fn'], mistakes)) return undefined;
  return { name: as ?? `${fn}_${field.name}`, fn, field };
}

/** Reads a function. For an unknown one, suggests the field's functions. */
function readFunction(
  given: unknown,
  field: Field | undefined,
  path: Path,
  mistakes: Mistakes,
): MeasureFunction | undefined {
  if (measureFunctions.includes(given as MeasureFunction)) return given as MeasureFunction;
  const allowed = field === undefined ? measureFunctions : rulesOf(field).functions;
  return readChoice(given, { path, allowed, meant: otherFunctions }, mistakes);
}

function readWithoutField(
  fn: MeasureFunction,
  as: string | undefined,
  path: Path,
  mistakes: Mistakes,
): Measure | undefined {
  if (fn === 'count') return { name: as ?? 'count', fn };
  addMistake(mistakes, path, 'missing_key', `"${fn}" needs a field: add "field"`, { allowed: ['field'] });
  return undefined;
}

function allowsFunction(field: Field, fn: MeasureFunction, path: Path, mistakes: Mistakes): boolean {
  const known = rulesOf(field).functions;
  if (known.includes(fn)) return true;
  const sentence = `"${fn}" does not work with ${field.label} ("${field.name}"), a field of kind ${field.kind}`;
  addUnknown(mistakes, path, { code: 'fn_not_allowed', sentence, given: fn, known });
  return false;
}
