import assert from 'node:assert/strict';
import { describeDay, describeRange, readOffset, writeOffset } from './describe-day.ts';

const day = (text: string) => `[${text}]`;

describe('described days', () => {
  it('are relative to today, or picked', () => {
    assert.equal(describeDay('-30d', day), '30 days ago');
    assert.equal(describeDay('minus-1-w', day), '1 week ago');
    assert.equal(describeDay('+2m', day), 'in 2 months');
    assert.equal(describeDay('-3M', day), '3 months ago');
    assert.equal(describeDay('minus-3-M', day), '3 months ago');
    assert.equal(describeDay('-1d', day), 'yesterday');
    assert.equal(describeDay('today-7d', day), '7 days ago');
    assert.equal(describeDay('today+1M', day), 'in 1 month');
    assert.equal(describeDay('today-7m', day), 'today-7m');
    assert.equal(describeDay('startOfMonth', day), 'the start of this month');
    assert.equal(describeDay('2026-03-01', day), '[2026-03-01]');
    assert.equal(describeDay('startOfMonth-7week', day), 'startOfMonth-7week');
    assert.equal(describeDay('constructor', day), 'constructor');
  });

  it('are read and written in the notation of questions', () => {
    assert.deepEqual(readOffset('minus-30-d'), { count: 30, unit: 'd', isAgo: true });
    assert.equal(writeOffset(readOffset('minus-30-d')!), '-30d');
    assert.equal(writeOffset(readOffset('-3m')!), '-3M');
    assert.deepEqual(readOffset('-3M'), readOffset('-3m'));
    assert.equal(readOffset('startOfMonth'), undefined);
  });

  it('form ranges, with or without an end', () => {
    const period = (at: string | number, unit: string) => `${unit} ${at}`;
    assert.equal(describeRange('last 7 days', day, period), 'last 7 days');
    assert.equal(describeRange('2026-01-01..2026-01-31', day, period), '[2026-01-01] to [2026-01-31]');
    assert.equal(describeRange('2026-01-01..', day, period), 'from [2026-01-01]');
    assert.equal(describeRange('..today', day, period), 'until today');
    assert.equal(describeRange({ unit: 'month', at: '2026-01-01' }, day, period), 'month 2026-01-01');
    assert.equal(describeRange({ unit: 'dayOfWeek', at: 3 }, day, period), 'dayOfWeek 3');
  });

  it('keep text that is not a day', () => {
    const written = (text: string | number) => new Intl.DateTimeFormat('en').format(new Date(text));
    assert.equal(describeDay('2026-13-45', written), '2026-13-45');
    assert.equal(describeRange({ unit: 'month', at: 'zzz' }, written, written), 'zzz');
  });
});
