import assert from 'node:assert/strict';
import { createValidator, questionSchema, reportSchema, type Report } from '@tallyhook/schemas';
import fc from 'fast-check';
import { fieldsOfFilter } from '../records/asked-fields.ts';
import { peopleOfFilter } from '../records/people-of-filter.ts';
import { describeReport } from '../reports/describe-report.ts';
import { draftOf, isSameReport, reportOf } from './draft.ts';
import { mistakeOfFilter, mistakeOfReport } from './question-shape.ts';
import { describeUnfinished, unfinishedConditions } from './unfinished.ts';

const validate = createValidator(reportSchema, [questionSchema]);

const whole: Report = {
  type: 'ticket',
  chart: 'bars',
  filter: {
    and: [
      { field: 'status', op: 'in', value: ['open', 'done'] },
      { or: [{ not: { field: 'closedAt', op: 'empty' } }, { field: 'estimate', op: 'between', value: [1, 2] }] },
      { field: 'closedAt', op: 'within', value: { unit: 'month', at: '2026-03-01' } },
    ],
  },
  groupBy: [
    { field: 'createdBy', top: 3, other: true },
    { field: 'closedAt', unit: 'month', fill: true, as: 'month' },
  ],
  measures: [{ fn: 'sum', field: 'estimate', as: 'hours' }],
  having: [{ measure: 'hours', op: 'gte', value: 10 }],
  sort: [{ by: 'hours', dir: 'desc' }],
  limit: 7,
  timezone: 'Europe/Berlin',
  weekStart: 'sunday',
};

/** A path to a value and the value there. */
type Spot = (string | number)[];
function spotsOf(value: unknown, path: Spot = []): Spot[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => spotsOf((value as Record<string, unknown>)[key], [...path, key]))];
}

function withAt(value: unknown, [key, ...rest]: Spot, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = withAt(copy[key], rest, change);
  return copy;
}

const words = ['and', 'or', 'not', 'field', 'op', 'value', 'by', 'fn', 'unit', 'at', 'toString', 'foo', '__proto__'];
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(...words),
  fc.dictionary(fc.constantFrom(...words), fc.jsonValue({ maxDepth: 2 })),
  fc.constantFrom(undefined, [], {}, '', 0, 1.5, 'count', 'day', 'eq', 'within', { field: 'status', op: 'eq' }),
);
const spot = fc.constantFrom(...spotsOf(whole));
/** The sample report with some values replaced; `undefined` removes one. */
const spoiled = fc
  .array(fc.tuple(spot, json, fc.option(fc.constantFrom(...words))), { minLength: 1, maxLength: 2 })
  .map((changes) =>
    changes.reduce<unknown>((report, [path, value, key]) => {
      const change = (old: unknown) =>
        key !== null && typeof old === 'object' && old !== null && !Array.isArray(old)
          ? { ...old, [key]: value }
          : value;
      try {
        return withAt(report, path, change);
      } catch {
        return change(report);
      }
    }, whole),
  );
/** Any value that JSON in an address can contain. */
const addressed = fc
  .oneof({ weight: 9, arbitrary: spoiled }, { weight: 1, arbitrary: json })
  .map((value) => JSON.parse(JSON.stringify(value) ?? 'null') as unknown);

describe('question shape check', () => {
  it('accepts every example in the schema', () => {
    assert.equal(mistakeOfReport(whole), undefined);
    assert.deepEqual(validate(whole), []);
    for (const report of reportSchema.examples) assert.equal(mistakeOfReport(report), undefined);
  });

  it('accepts only what the page can show, and refuses only what the service refuses', () => {
    let drawn = 0;
    const check = (value: unknown) => {
      const mistake = mistakeOfReport(value);
      if (mistake === undefined) {
        drawn += 1;
        checkDrawn(value as Report);
        return;
      }
      assert.match(mistake.pointer, /^#/);
      const isOfHaving = /^#\/having\/\d+\/measure$/.test(mistake.pointer);
      assert.ok(isOfHaving || validate(value).length > 0, `${mistake.pointer}: ${mistake.detail}`);
    };
    fc.assert(fc.property(addressed, check), {
      numRuns: 3_000,
    });
    assert.ok(drawn > 100, String(drawn));
  });

  it('checks a filter on its own', () => {
    assert.equal(mistakeOfFilter(whole.filter), undefined);
    assert.equal(mistakeOfFilter({ and: [{ op: 'eq', value: 1 }] })?.pointer, '#/filter/and/0');
  });

  /** Runs a report through the page's code: nothing may throw, and reading and writing must round-trip. */
  function checkDrawn(report: Report): void {
    const draft = draftOf(report);
    describeReport(report, []);
    const left = unfinishedConditions(draft, undefined, []);
    describeUnfinished(left);
    if (report.filter !== undefined) {
      fieldsOfFilter(report.filter);
      peopleOfFilter(report.filter, { type: report.type, types: [] });
    }
    const written = reportOf(draft);
    assert.equal(mistakeOfReport(JSON.parse(JSON.stringify(written))), undefined);
    assert.ok(isSameReport(report, JSON.parse(JSON.stringify(written)) as Report));
    if (left.length > 0) return;
    const writtenJson = JSON.stringify(written);
    for (const path of spotsOf(report)) {
      const at = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], report);
      if (path[0] !== '$schema' && typeof at !== 'object')
        assert.ok(writtenJson.includes(JSON.stringify(at)), writtenJson);
    }
  }
});
