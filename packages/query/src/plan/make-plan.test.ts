import assert from 'node:assert/strict';
import type { Question } from '@tallyhook/schemas';
import { normalizeQuestion } from '../normalize/normalize-question.ts';
import type { QuestionContext } from '../question-context.ts';
import { sampleContext } from '../../test/sample-types.ts';
import { makeGeneralPlan, makePlan } from './make-plan.ts';

const context = sampleContext();
const planOf = (question: Omit<Question, 'type'>, given: QuestionContext = context) =>
  makePlan(normalizeQuestion({ type: 'ticket', ...question }, given), given);

/** The pipeline of a read of a question. */
function pipelineOf(question: Omit<Question, 'type'>, id = 'groups'): unknown {
  const read = planOf(question).reads.find((candidate) => candidate.id === id);
  assert.equal(read?.kind, 'aggregate');
  assert.equal(read.collection, 'tickets');
  return read.pipeline;
}

describe('the number of all records', () => {
  it('is a count without a filter', () => {
    for (const question of [{}, { filter: { and: [] } }, { measures: [{ fn: 'count' as const, as: 'n' }] }]) {
      assert.deepEqual(planOf(question).reads, [{ id: 'records', kind: 'count', collection: 'tickets', match: {} }]);
    }
  });

  it('is grouped where it is not all that is asked for', () => {
    const filter = { field: 'done', op: 'eq' as const, value: true };
    assert.equal(planOf({ filter }).maker, 'folded');
    assert.equal(planOf({ groupBy: [{ field: 'status' }] }).maker, 'folded');
    assert.equal(planOf({ measures: [{ fn: 'count', field: 'title' }] }).maker, 'folded');
  });
});

describe('groups', () => {
  const limit = { $limit: 50_001 };
  const rows: [string, Omit<Question, 'type'>, unknown[]][] = [
    [
      'are the values as they lie in the records',
      { groupBy: [{ field: 'status' }] },
      [{ $group: { _id: { g0: '$status' }, n: { $sum: 1 } } }, limit],
    ],
    [
      'are whole lists, which are taken apart afterwards',
      { groupBy: [{ field: 'labels' }, { field: 'project' }] },
      [{ $group: { _id: { g0: '$labels', g1: '$project' }, n: { $sum: 1 } } }, limit],
    ],
    [
      'are days as they are, whatever the period',
      { groupBy: [{ field: 'dueOn', unit: 'quarter' }] },
      [{ $group: { _id: { g0: '$dueOn' }, n: { $sum: 1 } } }, limit],
    ],
    [
      'come after the filter',
      { groupBy: [{ field: 'status' }], filter: { field: 'estimate', op: 'gte', value: 5 } },
      [{ $match: { estimate: { $gte: 5 } } }, { $group: { _id: { g0: '$status' }, n: { $sum: 1 } } }, limit],
    ],
    [
      'have in their key whether a measured value is one, and plain sums and extremes',
      {
        groupBy: [{ field: 'status' }],
        measures: [
          { fn: 'avg', field: 'estimate' },
          { fn: 'sum', field: 'estimate' },
          { fn: 'max', field: 'dueOn' },
          { fn: 'min', field: 'dueOn' },
        ],
      },
      [
        {
          $group: {
            _id: {
              g0: '$status',
              p0: { $isNumber: '$estimate' },
              p1: { $gte: ['$dueOn', new Date(-8.64e15)] },
            },
            n: { $sum: 1 },
            s0: { $sum: '$estimate' },
            lo1: { $min: '$dueOn' },
            hi1: { $max: '$dueOn' },
          },
        },
        limit,
      ],
    ],
    [
      'are one where none are asked for',
      { filter: { field: 'done', op: 'eq', value: true } },
      [{ $match: { done: { $eq: true } } }, { $group: { _id: null, n: { $sum: 1 } } }],
    ],
  ];
  for (const [words, question, pipeline] of rows) {
    it(words, () => assert.deepEqual(pipelineOf(question), pipeline));
  }

  it('are stretches of time for an instant alone or by day, and longer periods beside another field', () => {
    const month = { field: 'createdAt', unit: 'month' } as const;
    const day = { field: 'createdAt', unit: 'day' } as const;
    assert.deepEqual(planOf({ groupBy: [month] }).keyForms, ['instant']);
    assert.deepEqual(planOf({ groupBy: [day, { field: 'status' }] }).keyForms, ['instant', 'stored']);
    assert.deepEqual(planOf({ groupBy: [month], timezone: 'Pacific/Apia' }).keyForms, ['period']);
    assert.deepEqual(planOf({ groupBy: [month, { field: 'status' }] }).keyForms, ['period', 'stored']);
    assert.deepEqual(pipelineOf({ groupBy: [month, { field: 'status' }] }), [
      {
        $group: {
          _id: {
            g0: {
              $cond: [
                { $gte: ['$createdAt', new Date(-8.64e15)] },
                { $dateTrunc: { date: '$createdAt', unit: 'month', timezone: 'UTC' } },
                null,
              ],
            },
            g1: '$status',
          },
          n: { $sum: 1 },
        },
      },
      limit,
    ]);
  });
});

describe('different values', () => {
  const measures: Question['measures'] = [{ fn: 'distinct', field: 'project' }];

  it('are counted over everything by one value a document', () => {
    assert.deepEqual(
      planOf({ measures }).reads.map(({ id }) => id),
      ['overallDifferent0'],
    );
    assert.deepEqual(pipelineOf({ measures }, 'overallDifferent0'), [
      { $group: { _id: '$project' } },
      { $match: { _id: { $gte: { $oid: '0'.repeat(24) } } } },
      { $count: 'n' },
    ]);
  });

  it('are counted by group from the different pairs, put in order afterwards', () => {
    const groupBy = [{ field: 'status' }];
    assert.deepEqual(
      planOf({ measures, groupBy }).reads.map(({ id }) => id),
      ['overallDifferent0', 'different0'],
    );
    const [pairs, clean, united, counted, limit] = pipelineOf({ measures, groupBy }, 'different0') as object[];
    assert.deepEqual(pairs, { $group: { _id: { g0: '$status', v: '$project' } } });
    assert.deepEqual(Object.keys(clean!), ['$project']);
    assert.deepEqual(united, { $group: { _id: { g0: { $ifNull: ['$g0', null] }, v: { $ifNull: ['$v', null] } } } });
    assert.deepEqual(counted, {
      $group: { _id: { g0: '$_id.g0' }, n: { $sum: { $cond: [{ $eq: ['$_id.v', null] }, 0, 1] } } },
    });
    assert.deepEqual(limit, { $limit: 50_001 });
  });

  it('stand beside a read for the other measures', () => {
    const plan = planOf({ groupBy: [{ field: 'status' }], measures: [...measures, { fn: 'count' }] });
    assert.deepEqual(
      plan.reads.map(({ id }) => id),
      ['groups', 'overallDifferent0', 'different0'],
    );
  });
});

describe('the general plan', () => {
  it('counts all groups and keeps those that come first, in one document', () => {
    const groupBy: Question['groupBy'] = [{ field: 'dueOn', unit: 'month' }, { field: 'status' }];
    const question = normalizeQuestion({ type: 'ticket', groupBy, limit: 7 }, context);
    const { reads } = makeGeneralPlan(question, context);
    assert.deepEqual(
      reads.map(({ id }) => id),
      ['overall', 'groups'],
    );
    const { pipeline } = reads[1] as { pipeline: object[] };
    assert.deepEqual(pipeline.slice(-2), [
      { $set: { e0: { $eq: ['$_id.g0', null] }, e1: { $eq: ['$_id.g1', null] }, measure: '$n' } },
      {
        $group: {
          _id: null,
          total: { $sum: 1 },
          first: {
            $topN: {
              n: 7,
              sortBy: { e0: 1, '_id.g0': 1, e1: 1, measure: -1, '_id.g1': 1 },
              output: '$$ROOT',
            },
          },
        },
      },
    ]);
  });
});

describe('every plan', () => {
  const questions: Omit<Question, 'type'>[] = [
    {},
    { groupBy: [{ field: 'labels' }], measures: [{ fn: 'distinct', field: 'title' }] },
  ];

  it('never uses $facet, and never the time zones of the database', () => {
    for (const question of questions) {
      const normalized = normalizeQuestion(
        { type: 'ticket', groupBy: [{ field: 'createdAt' }], timezone: 'Asia/Kathmandu', ...question },
        context,
      );
      const text = JSON.stringify(
        [makePlan(normalized, context), makeGeneralPlan(normalized, context)].map(({ reads }) => reads),
      );
      assert.doesNotMatch(text, /\$facet|Kathmandu/);
    }
  });

  it('reads nothing where nothing was ever written', () => {
    const empty = sampleContext({ facts: {} });
    for (const question of questions) {
      for (const { collection } of planOf(question, empty).reads) assert.equal(collection, null);
    }
  });
});
