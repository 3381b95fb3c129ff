import assert from 'node:assert/strict';
import { Problem, type ProblemDetail } from '@tallyhook/schemas';
import { normalizeQuestion } from './normalize-question.ts';
import { sampleContext } from '../../test/sample-types.ts';

function mistakesOf(filter: object): readonly ProblemDetail[] {
  try {
    normalizeQuestion({ type: 'ticket', filter }, sampleContext());
    return [];
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    return error.errors;
  }
}

describe('mistake in a day, an instant or a range', () => {
  it('comes with the nearest valid spelling, or else with valid examples', () => {
    const rows: [field: string, op: string, given: string, suggestion: string | undefined][] = [
      ['dueOn', 'within', 'last 30 dayz', 'last 30 days'],
      ['dueOn', 'within', 'lst 1 wek including curent', 'last 1 week including current'],
      ['dueOn', 'within', 'this monthz', 'this month'],
      ['dueOn', 'nwithin', 'yesterdy', 'yesterday'],
      ['dueOn', 'within', 'yaer to date', 'year to date'],
      ['dueOn', 'within', 'last-month', 'last month'],
      ['dueOn', 'within', 'past 7 days', 'last 7 days'],
      ['dueOn', 'within', '2026-01-01..tody', '2026-01-01..today'],
      ['dueOn', 'gte', 'startOfMonht', 'startOfMonth'],
      ['dueOn', 'gte', 'start of month', 'startOfMonth'],
      ['dueOn', 'lt', 'startofmonth-1monht', 'startOfMonth-1month'],
      ['dueOn', 'lt', '-30dasy', '-30days'],
      ['dueOn', 'lte', 'today/mnth', 'today/month'],
      ['dueOn', 'lte', 'today-7d/monthz', 'today-7d/month'],
      ['dueOn', 'eq', 'yesterdy', 'today-1d'],
      ['dueOn', 'eq', 'tomorrow', 'today+1d'],
      ['dueOn', 'gte', 'this month', 'today/month'],
      ['dueOn', 'gte', 'today-1month', 'today-1M'],
      ['dueOn', 'lt', 'today+2weeks/month', 'today+2w/month'],
      ['dueOn', 'within', 'today-3monhts..today', 'today-3M..today'],
      ['dueOn', 'within', 'yesterday..today', 'today-1d..today'],
      ['dueOn', 'within', 'last 7 days..today', undefined],
      ['dueOn', 'gte', 'today-3m', 'today-3M'],
      ['closedAt', 'within', 'today-1y-3m..now', 'today-1y-3M..now'],
      ['closedAt', 'gte', '-2h', 'now-2h'],
      ['dueOn', 'gte', '-2h', undefined],
      ['closedAt', 'gte', 'now-90minutes', 'now-90m'],
      ['closedAt', 'gte', 'Now-2h', 'now-2h'],
      ['closedAt', 'within', 'last 3 huors', 'last 3 hours'],
      ['closedAt', 'within', 'now-2h', 'now-2h..'],
      ['closedAt', 'nwithin', '2026-03-01T09:30:00+01:00', '2026-03-01T09:30:00+01:00..'],
      // No near match, or none that the field accepts.
      ['dueOn', 'within', 'last 3 huors', undefined],
      ['dueOn', 'within', 'last hour', undefined],
      ['dueOn', 'gte', 'nwo', undefined],
      ['closedAt', 'eq', 'nwo', undefined],
      ['dueOn', 'eq', 'monday', undefined],
      ['dueOn', 'within', 'constructor', undefined],
      ['dueOn', 'gte', 'soon', undefined],
      ['dueOn', 'within', `last 30 dayz${' '.repeat(100)}`, undefined],
    ];
    for (const [field, op, value, suggestion] of rows) {
      const [mistake, ...others] = mistakesOf({ field, op, value });
      const { pointer, code, ...rest } = mistake!;
      assert.deepEqual([pointer, code, others], ['#/filter/value', 'wrong_value', []], value);
      assert.equal(rest.suggestion, suggestion, `${op} ${value}`);
      if (suggestion !== undefined) {
        assert.match(rest.detail, /did you mean "/);
        assert.deepEqual(mistakesOf({ field, op, value: suggestion }), [], suggestion);
      }
      for (const form of rest.allowed!) {
        assert.ok(suggestion !== undefined || rest.detail.includes(`"${String(form)}"`), rest.detail);
        assert.deepEqual(mistakesOf({ field, op, value: form }), [], String(form));
      }
    }
    const between = { field: 'dueOn', op: 'between', value: ['today', 'tomorow'] };
    assert.deepEqual(
      mistakesOf(between).map(({ pointer, suggestion }) => [pointer, suggestion]),
      [['#/filter/value/1', 'today+1d']],
    );
  });

  it('names a point used as a range, and a range used as a point', () => {
    const rows: [field: string, op: string, given: string, words: RegExp][] = [
      ['closedAt', 'within', 'now', /: expected a range such as/],
      ['closedAt', 'within', 'now-2h', /"now-2h": did you mean "now-2h\.\."\?$/],
      ['closedAt', 'within', 'now+2h', /: expected a range such as/],
      ['dueOn', 'within', 'today-2M', /: expected a range such as/],
      ['dueOn', 'within', '-30d', /: expected a range such as/],
      ['dueOn', 'gte', 'today-7d..', /: expected a day such as/],
      ['closedAt', 'eq', 'now-2h', /: expected a day such as/],
    ];
    for (const [field, op, value, words] of rows) {
      const [mistake, ...others] = mistakesOf({ field, op, value });
      assert.match(mistake!.detail, words, value);
      assert.deepEqual(others, [], value);
    }
  });

  it('names a range that ends before it begins', () => {
    const rows: [given: string, advice: RegExp, suggestion: string | undefined][] = [
      ['today..yesterday', /ends before it begins: did you mean "today-1d\.\.today"\?$/, 'today-1d..today'],
      ['today..today-1d', /ends before it begins: swap the ends$/, undefined],
      ['2026-03-02 .. 2026-03-01', /ends before it begins: swap the ends$/, undefined],
    ];
    for (const [value, advice, suggestion] of rows) {
      const [mistake, ...others] = mistakesOf({ field: 'dueOn', op: 'within', value });
      assert.match(mistake!.detail, advice, value);
      assert.deepEqual([mistake!.suggestion, mistake!.allowed, others], [suggestion, undefined, []], value);
    }
    // A day that a zone skipped is empty, but not a mistake.
    const zone = { timezone: 'Pacific/Apia' };
    const filter = { field: 'closedAt', op: 'between', value: ['2011-12-30', '2011-12-30'] };
    assert.ok(normalizeQuestion({ type: 'ticket', filter, ...zone }, sampleContext()));
  });

  it('names steps that go too far, with the limit', () => {
    const rows: [op: string, given: string][] = [
      ['gte', '+8000y'],
      ['eq', '-99999999d'],
      ['lt', 'minus-400000-days'],
      ['gte', 'startOfMonth-100000M'],
      ['gte', 'today+8000y/month'],
      ['within', 'today..today+8000y'],
      ['nwithin', '-123456d..'],
    ];
    for (const [op, value] of rows) {
      const [mistake, ...others] = mistakesOf({ field: 'closedAt', op, value });
      assert.match(mistake!.detail, /out of range: use days from 0001-01-01 to 9999-12-31.* 99999 units$/, value);
      assert.deepEqual([mistake!.pointer, mistake!.allowed, others], ['#/filter/value', undefined, []]);
    }
    const [other] = mistakesOf({ field: 'dueOn', op: 'gte', value: '-400000x' });
    assert.match(other!.detail, /: expected a day such as/);
  });
});
