import type { ProblemDetail, Report } from '@tallyhook/schemas';
import { chartKinds } from '@tallyhook/schemas/chart-fits';
import { unitLabels } from '../chart/cycles.ts';
import { functionLabels, nameOfMeasure } from './measures.ts';

export type ShapeMistake = Pick<ProblemDetail, 'detail'> & { pointer: string };

/** Returns the first mistake in a value. */
type Check = (value: unknown, place: string) => ShapeMistake | undefined;

/**
 * Explains why the page cannot parse, draw and re-serialise a report without loss; undefined if it can. The service may
 * still refuse the question; that is shown with the question.
 */
export function mistakeOfReport(value: unknown): ShapeMistake | undefined {
  return reportShape(value, '#') ?? mistakeOfHaving(value as Report);
}

/** The same for a filter. */
export function mistakeOfFilter(value: unknown): ShapeMistake | undefined {
  return filterShape(value, '#/filter');
}

/** Conditions on groups are written back with the name of the single measure. */
function mistakeOfHaving({ measures, having = [] }: Report): ShapeMistake | undefined {
  const name = nameOfMeasure(measures?.[0] ?? { fn: 'count' });
  const at = having.findIndex(({ measure }) => measure !== name);
  if (at === -1) return undefined;
  const detail = `unknown measure "${having[at]!.measure}", expected "${name}"`;
  return { pointer: `#/having/${at}/measure`, detail };
}

const text: Check = (value, pointer) =>
  typeof value === 'string' ? undefined : { pointer, detail: `expected text, got ${kindOf(value)}` };

const wholeNumber: Check = (value, pointer) =>
  Number.isSafeInteger(value) ? undefined : { pointer, detail: `expected a whole number, got ${kindOf(value)}` };

const finite: Check = (value, pointer) =>
  Number.isFinite(value) ? undefined : { pointer, detail: `expected a number, got ${kindOf(value)}` };

const yesNo: Check = (value, pointer) =>
  typeof value === 'boolean' ? undefined : { pointer, detail: `expected true or false, got ${kindOf(value)}` };

const scalar: Check = (value, pointer) =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    ? undefined
    : { pointer, detail: `expected text, a number, true or false, got ${kindOf(value)}` };

const oneOf =
  (allowed: readonly string[]): Check =>
  (value, pointer) =>
    allowed.some((one) => one === value)
      ? undefined
      : { pointer, detail: `expected one of ${allowed.join(', ')}, got ${kindOf(value)}` };

/** Checks a list; with `length`, of exactly that many entries. */
const listOf =
  (entry: Check, length?: number): Check =>
  (value, pointer) => {
    if (!Array.isArray(value)) return { pointer, detail: `expected a list, got ${kindOf(value)}` };
    if (length !== undefined && value.length !== length) {
      const entries = length === 1 ? '1 entry' : `${length} entries`;
      return { pointer, detail: `expected ${entries}, got ${value.length}` };
    }
    return firstOf(value.map((one, at) => () => entry(one, `${pointer}/${at}`)));
  };

interface Keys {
  needed?: Record<string, Check>;
  known?: Record<string, Check>;
  /** Whether unknown keys are kept, so that the service can report them. */
  keepsOthers?: boolean;
}

const objectOf =
  ({ needed = {}, known = {}, keepsOthers = false }: Keys): Check =>
  (value, pointer) => {
    if (!isObject(value)) return { pointer, detail: `expected an object, got ${kindOf(value)}` };
    const missing = Object.keys(needed).find((key) => !Object.hasOwn(value, key));
    if (missing !== undefined) return { pointer, detail: `the key "${missing}" is missing` };
    const checks = { ...needed, ...known };
    return firstOf(
      Object.entries(value).map(([key, one]) => () => {
        if (Object.hasOwn(checks, key)) return checks[key]!(one, `${pointer}/${key}`);
        const names = Object.keys(checks);
        const detail = `unknown key "${key}": use ${names.length === 1 ? '' : 'one of '}${names.join(', ')}`;
        return keepsOthers ? undefined : { pointer, detail };
      }),
    );
  };

/** Distinguishes the operand kinds by a key that only one of them has. */
const operand: Check = (value, pointer) => {
  if (Array.isArray(value)) return listOf(scalar)(value, pointer);
  return isObject(value) ? period(value, pointer) : scalar(value, pointer);
};

const filterShape: Check = (value, pointer) => {
  if (!isObject(value)) return { pointer, detail: `expected a condition, got ${kindOf(value)}` };
  const join = Object.keys(joins).find((key) => Object.hasOwn(value, key)) as keyof typeof joins | undefined;
  return join === undefined ? condition(value, pointer) : objectOf({ needed: { [join]: joins[join] } })(value, pointer);
};

const joins = { and: listOf(filterShape), or: listOf(filterShape), not: filterShape };

const units = Object.keys(unitLabels);
const period = objectOf({
  needed: {
    unit: oneOf(units),
    at: (value, pointer) => (typeof value === 'string' ? undefined : wholeNumber(value, pointer)),
  },
});
const condition = objectOf({ needed: { field: text, op: text }, known: { value: operand } });

const havingOperand: Check = (value, pointer) => {
  const one: Check = (each, at) =>
    typeof each === 'string' || Number.isFinite(each)
      ? undefined
      : { pointer: at, detail: `expected a number or text, got ${kindOf(each)}` };
  return Array.isArray(value) ? listOf(one, 2)(value, pointer) : one(value, pointer);
};

const functions = Object.keys(functionLabels);

const reportShape = objectOf({
  needed: { type: text, chart: oneOf(chartKinds) },
  known: {
    $schema: text,
    filter: filterShape,
    groupBy: listOf(
      objectOf({
        needed: { field: text },
        known: { unit: oneOf(units), as: text, fill: yesNo, top: wholeNumber, other: yesNo },
        keepsOthers: true,
      }),
    ),
    measures: listOf(
      objectOf({ needed: { fn: oneOf(functions) }, known: { field: text, as: text }, keepsOthers: true }),
      1,
    ),
    having: listOf(objectOf({ needed: { measure: text, op: text, value: havingOperand } })),
    sort: listOf(objectOf({ needed: { by: text }, known: { dir: oneOf(['asc', 'desc']) }, keepsOthers: true })),
    limit: wholeNumber,
    timezone: text,
    weekStart: text,
    compare: oneOf(['previousPeriod']),
    goal: objectOf({ needed: { value: finite }, known: { label: text } }),
    description: text,
    tags: listOf(text),
  },
  keepsOthers: true,
});

function firstOf(checks: readonly (() => ShapeMistake | undefined)[]): ShapeMistake | undefined {
  for (const check of checks) {
    const mistake = check();
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  const written = JSON.stringify(value);
  return written.length > 60 ? `${written.slice(0, 60)}…` : written;
}
