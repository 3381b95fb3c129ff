import assert from 'node:assert/strict';
import type { Question } from '@tallyhook/schemas';
import type { CollectionFacts, ReadDocument } from '../read.ts';
import { normalizeQuestion } from '../../normalize/normalize-question.ts';
import { sampleContext } from '../../../test/sample-types.ts';
import { helpsQuestion, suggestIndexes } from './suggest-indexes.ts';

const sample: ReadDocument[] = Array.from({ length: 300 }, (_, index) => ({
  status: ['open', 'closed', 'review'][index % 3],
  closedAt: new Date(Date.UTC(2024, index % 30, 10)),
  assignee: `p${index % 20}`,
  title: `title ${index}`,
  labels: ['bug'],
  price: index,
}));
const facts: CollectionFacts = {
  collection: 'tickets',
  indexes: [{ name: '_id_', key: { _id: 1 } }],
  approximateCount: 300_000,
  sample,
};
const status = { field: 'status' };
const month = { field: 'closedAt', unit: 'month' } as const;
const recent: Omit<Question, 'type'> = {
  filter: {
    and: [
      { field: 'status', op: 'in', value: ['open', 'review'] },
      { field: 'closedAt', op: 'gte', value: '2026-05-01T00:00:00Z' },
    ],
  },
  groupBy: [{ field: 'assignee' }],
};

const factsOf = (more: Partial<CollectionFacts> = {}) => ({
  ...sampleContext().facts,
  ticket: { ...facts, ...more },
});
const understood = (question: Omit<Question, 'type'>) =>
  normalizeQuestion({ type: 'ticket', ...question }, sampleContext());
const indexOn = (...names: string[]) => ({
  name: names.join('_'),
  key: Object.fromEntries(names.map((name) => [name, 1])),
});
const suggest = (questions: Omit<Question, 'type'>[], more: Partial<CollectionFacts> = {}, canIndex = () => true) =>
  suggestIndexes(
    questions.map((question) => ({ question: understood(question), totalMs: 1_000 })),
    factsOf(more),
    canIndex,
  );

describe('suggested indexes', () => {
  it('have compared fields first, then ranges, then groups', () => {
    assert.deepEqual(suggest([recent]), [['status', 'closedAt', 'assignee']]);
    assert.deepEqual(suggest([{ groupBy: [month, status] }]), [['status', 'closedAt']]);
    assert.deepEqual(suggest([{ groupBy: [status], measures: [{ fn: 'distinct', field: 'assignee' }] }]), [
      ['status', 'assignee'],
    ]);
    const filter = { field: 'price', op: 'gte', value: 250 } as const;
    assert.deepEqual(suggest([{ filter, groupBy: [status] }]), [['status', 'price']]);
  });

  it('serve several questions if they can', () => {
    assert.deepEqual(suggest([{ groupBy: [status] }, { groupBy: [month, status] }, recent]), [
      ['status', 'closedAt', 'assignee'],
    ]);
  });

  it('are the most useful first', () => {
    const asked = [
      { question: understood({ groupBy: [{ field: 'assignee' }] }), totalMs: 10 },
      { question: understood({ groupBy: [status] }), totalMs: 900 },
    ];
    assert.deepEqual(
      suggestIndexes(asked, factsOf(), () => true),
      [['status'], ['assignee']],
    );
  });

  it('are left out if an existing index is as good', () => {
    const indexes = [indexOn('_id'), indexOn('status', 'closedAt', 'assignee')];
    assert.deepEqual(suggest([{ groupBy: [status] }, recent], { indexes }), []);
    assert.deepEqual(suggest([recent], { indexes: [indexOn('status')] }), [['status', 'closedAt', 'assignee']]);
  });

  it('are left out if the planner would not use them', () => {
    const questions: Omit<Question, 'type'>[] = [
      {},
      { groupBy: [{ field: 'labels' }] },
      { filter: { field: 'title', op: 'contains', value: 'a' }, groupBy: [status] },
      { filter: { field: 'status', op: 'ne', value: 'open' } },
      { filter: { field: 'project.name', op: 'eq', value: 'active' } },
      { groupBy: [{ field: 'assignee' }], measures: [{ fn: 'sum', field: 'price' }] },
      { groupBy: [{ field: 'title' }] },
    ];
    for (const question of questions) assert.deepEqual(suggest([question]), [], JSON.stringify(question));
    assert.deepEqual(suggest([{ groupBy: [status] }], { approximateCount: 15_000 }), []);
    assert.deepEqual(
      suggest([{ groupBy: [status] }], {}, () => false),
      [],
    );
  });

  it('have at most four fields and one list', () => {
    const equal = (field: string, value: string) => ({ field, op: 'eq', value }) as const;
    const has = (field: string, value: string) => ({ field, op: 'has' as const, value: [value] });
    const tests = [equal('status', 'open'), equal('assignee', 'p1'), equal('title', 'title 3')];
    const filter: Question['filter'] = { and: [...tests, { field: 'price', op: 'gte', value: 100 }] };
    assert.deepEqual(suggest([{ filter, groupBy: [month] }]), [['title']]);
    const common = { sample: sample.map((record) => ({ ...record, title: 'title 3' })) };
    const [longest] = suggest([{ filter, groupBy: [month] }], common);
    assert.deepEqual(longest?.length, 4);
    const lists = { and: [has('watchers', 'p1'), has('labels', 'idea')] };
    assert.deepEqual(suggest([{ filter: lists }]), [['watchers']]);
  });

  it('help a question if its plan gets faster than without any index', () => {
    assert.equal(helpsQuestion(understood({ groupBy: [status] }), factsOf(), ['status', 'closedAt']), true);
    assert.equal(helpsQuestion(understood({ groupBy: [status] }), factsOf(), ['closedAt', 'status']), false);
  });
});
