import assert from 'node:assert/strict';
import type { Field } from '@tallyhook/schemas';
import { likelyIndexSize } from './likely-index-size.ts';

const field = (name: string, kind: Field['kind'], more: Partial<Field> = {}): Field => ({
  ...{ name, label: name, kind },
  ...more,
});
const status = field('status', 'choice');
const openedAt = field('openedAt', 'instant');
const labels = field('labels', 'relation', { many: true });
const sample = Array.from({ length: 300 }, (_, index) => ({
  status: ['open', 'closed', 'review'][index % 3],
  openedAt: new Date(Date.UTC(2024, 0, index)),
  labels: ['a'.repeat(24), 'b'.repeat(24)].slice(index % 3),
}));

describe('likely size of an index', () => {
  const perRecord = (...fields: Field[]) => likelyIndexSize(fields, sample, 100_000)! / 100_000;

  it('stores values that repeat only once in a while', () => {
    assert.ok(perRecord(status) > 4 && perRecord(status) < 6, `${perRecord(status)} bytes`);
    assert.ok(perRecord(openedAt) > 12 && perRecord(openedAt) < 14, `${perRecord(openedAt)} bytes`);
  });

  it('stores everything after a value that is always new', () => {
    assert.ok(perRecord(openedAt, status) - perRecord(openedAt) > 6);
    assert.ok(perRecord(status, openedAt) - perRecord(openedAt) < 2);
  });

  it('has an entry for each value of a list, and one for an empty list', () => {
    assert.ok(
      Math.abs(perRecord(labels) - (4 / 3) * (4 + (0.15 * (3 * 13 + 1)) / 4)) < 0.1,
      `${perRecord(labels)} bytes`,
    );
  });

  it('is unknown without a sample', () => {
    assert.equal(likelyIndexSize([status], [], 100_000), undefined);
  });
});
