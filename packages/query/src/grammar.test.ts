import assert from 'node:assert/strict';
import { fieldKinds, questionSchema } from '@tallyhook/schemas';
import {
  directions,
  havingOperators,
  limits,
  measureFunctions,
  operandShapeOf,
  operators,
  rulesOf,
  units,
} from './grammar.ts';

const { $defs, properties } = questionSchema;

describe('question grammar', () => {
  it('has the same operators, measures, units and limits as the question schema', () => {
    assert.deepEqual($defs.operator.enum, operators);
    assert.deepEqual($defs.function.enum, measureFunctions);
    assert.deepEqual($defs.unit.enum, units);
    assert.equal(properties.groupBy.maxItems, limits.groups);
    assert.equal(properties.measures.maxItems, limits.measures);
    assert.equal(properties.limit.maximum, limits.rows);
    assert.deepEqual($defs.having.properties.op.enum, havingOperators);
    assert.deepEqual($defs.sort.properties.dir.enum, directions);
    assert.equal(properties.having.maxItems, limits.having);
    assert.equal(properties.sort.maxItems, limits.sort);
    assert.equal($defs.group.properties.top.maximum, limits.top);
  });

  it('lets every kind of field be tested for a value', () => {
    for (const kind of fieldKinds) {
      for (const many of [false, true]) {
        const { operators: allowed } = rulesOf({ kind, many });
        assert.ok(allowed.includes('empty') && allowed.includes('nempty'), kind);
      }
    }
  });

  for (const [kind, allowed] of Object.entries({
    text: 'eq ne in nin contains ncontains startsWith endsWith empty nempty',
    choice: 'eq ne in nin empty nempty',
    number: 'eq ne in nin gt gte lt lte between empty nempty',
    day: 'eq gt gte lt lte between within nwithin empty nempty',
    instant: 'eq gt gte lt lte between within nwithin empty nempty',
    yesNo: 'eq ne empty nempty',
    relation: 'eq ne in nin has hasNone empty nempty',
    person: 'eq ne in nin has hasNone empty nempty',
    file: 'empty nempty',
  } as const)) {
    it(`allows for ${kind}: ${allowed}`, () => {
      assert.equal(rulesOf({ kind: kind as 'text' }).operators.join(' '), allowed);
    });
  }

  it('sums numbers, orders numbers and dates, and counts distinct values except yes-or-no and files', () => {
    const functionsOf = (kind: 'number' | 'day' | 'instant' | 'text' | 'yesNo' | 'file') =>
      rulesOf({ kind }).functions.join(' ');
    assert.equal(functionsOf('number'), 'count distinct sum avg min max');
    assert.equal(functionsOf('day'), 'count distinct min max');
    assert.equal(functionsOf('instant'), 'count distinct min max');
    assert.equal(functionsOf('text'), 'count distinct');
    assert.equal(functionsOf('yesNo'), 'count');
    assert.equal(functionsOf('file'), 'count');
  });

  it('tests lists for any, all or none of some values', () => {
    for (const kind of ['choice', 'relation', 'person'] as const) {
      assert.equal(rulesOf({ kind, many: true }).operators.join(' '), 'eq in nin has hasAll hasNone empty nempty');
    }
  });

  it('allows `eq`, `in` and `has` for every list field that is not grouped by period', () => {
    for (const kind of fieldKinds) {
      const { operators: allowed, groupable, units: periods } = rulesOf({ kind, many: true });
      if (!groupable || periods.length > 0) continue;
      for (const operator of ['eq', 'in', 'has'] as const) assert.ok(allowed.includes(operator), `${kind} ${operator}`);
    }
  });

  it('allows `has` and `hasNone` without a value only for references', () => {
    assert.equal(operandShapeOf('has', { kind: 'relation' }), 'listOrNone');
    assert.equal(operandShapeOf('hasNone', { kind: 'person' }), 'listOrNone');
    assert.equal(operandShapeOf('has', { kind: 'choice' }), 'list');
  });
});
