import assert from 'node:assert/strict';
import { normalizeQuestion } from '../normalize/normalize-question.ts';
import { sampleContext, ticket } from '../../test/sample-types.ts';
import { boundsOf } from './bounds.ts';

const closedAt = ticket.fields.find(({ name }) => name === 'closedAt')!;
const boundsIn = (filter: unknown) =>
  boundsOf(closedAt, normalizeQuestion({ type: 'ticket', filter }, sampleContext()).filter);
const since = (value: string) => ({ field: 'closedAt', op: 'gte', value });
const until = (value: string) => ({ field: 'closedAt', op: 'lt', value });

describe('bounds of a field', () => {
  it('apply to every record', () => {
    assert.deepEqual(boundsIn({ and: [since('2026-01-01'), { and: [until('2026-03-01')] }] }), {
      gte: new Date('2026-01-01'),
      lte: new Date('2026-03-01'),
    });
  });

  it('are the narrowest if there are several', () => {
    const filter = { and: [since('2026-01-01'), since('2026-02-01'), until('2026-04-01'), until('2026-03-01')] };
    assert.deepEqual(boundsIn(filter), { gte: new Date('2026-02-01'), lte: new Date('2026-03-01') });
  });

  for (const [words, filter] of Object.entries({
    'is about another field': { field: 'createdAt', op: 'gte', value: '2026-01-01' },
    'is only one of several alternatives': { or: [since('2026-01-01'), { field: 'done', op: 'eq', value: true }] },
    'is negated': { not: since('2026-01-01') },
  })) {
    it(`ignore a condition that ${words}`, () => assert.deepEqual(boundsIn(filter), {}));
  }
});
