import assert from 'node:assert/strict';
import type { Question } from '@tallyhook/schemas';
import { normalizeQuestion } from '../normalize/normalize-question.ts';
import { sampleContext, type SampleContext } from '../../test/sample-types.ts';
import { makeGeneralPlan, makePlan } from './make-plan.ts';

/** Facts of collections whose numbers never cancel out. */
const context = sampleContext({
  facts: {
    ticket: { collection: 'tickets', indexes: [], approximateCount: 0, cancelling: [] },
    project: { collection: 'projects', indexes: [], approximateCount: 0, cancelling: [] },
  },
});
const planOf = (question: Omit<Question, 'type'>, given: SampleContext = context) =>
  makePlan(normalizeQuestion({ type: 'ticket', ...question }, given), given);

/** The pipeline of one read of a question's plan. */
function pipelineOf(question: Omit<Question, 'type'>, id = 'groups'): unknown {
  const read = planOf(question).reads.find((candidate) => candidate.id === id);
  assert.equal(read?.kind, 'aggregate');
  assert.equal(read.collection, 'tickets');
  return read.pipeline;
}

describe('number of all records', () => {
  it('is a plain count without a filter', () => {
    for (const question of [{}, { filter: { and: [] } }, { measures: [{ fn: 'count' as const, as: 'n' }] }]) {
      assert.deepEqual(planOf(question).reads, [{ id: 'records', kind: 'count', collection: 'tickets', match: {} }]);
    }
  });

  it('uses groups if more is asked for', () => {
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
      'are the values as stored',
      { groupBy: [{ field: 'status' }] },
      [{ $group: { _id: '$status', n: { $sum: 1 } } }, limit],
    ],
    [
      'are whole lists, which are split afterwards',
      { groupBy: [{ field: 'labels' }, { field: 'project' }] },
      [{ $group: { _id: { g0: '$labels', g1: '$project' }, n: { $sum: 1 } } }, limit],
    ],
    [
      'are stored days for any period',
      { groupBy: [{ field: 'dueOn', unit: 'quarter' }] },
      [{ $group: { _id: '$dueOn', n: { $sum: 1 } } }, limit],
    ],
    [
      'come after the filter',
      { groupBy: [{ field: 'status' }], filter: { field: 'estimate', op: 'gte', value: 5 } },
      [{ $match: { estimate: { $gte: 5 } } }, { $group: { _id: '$status', n: { $sum: 1 } } }, limit],
    ],
    [
      'include in the key whether a measured value is valid, and use plain sums and extremes',
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
      'are a single one for a question without groups',
      { filter: { field: 'done', op: 'eq', value: true } },
      [{ $match: { done: { $eq: true } } }, { $group: { _id: null, n: { $sum: 1 } } }],
    ],
  ];
  for (const [words, question, pipeline] of rows) {
    it(words, () => assert.deepEqual(pipelineOf(question), pipeline));
  }

  it('separate negative values if these may cancel out others, or if nothing is known', () => {
    const measures: Question['measures'] = [{ fn: 'sum', field: 'estimate' }];
    const stages = (cancelling?: string[]) => {
      const ticket = { collection: 'tickets', indexes: [], approximateCount: 0, ...(cancelling && { cancelling }) };
      const given = sampleContext({ facts: { ticket } });
      const [read] = makePlan(normalizeQuestion({ type: 'ticket', measures }, given), given).reads;
      return read?.kind === 'aggregate' && read.pipeline;
    };
    const plain = { $group: { _id: null, s0: { $sum: '$estimate' } } };
    const apart = { $group: { ...plain.$group, _id: { q0: { $gte: ['$estimate', 0] } } } };
    assert.deepEqual(stages(), [apart]);
    assert.deepEqual(stages(['estimate']), [apart]);
    assert.deepEqual(stages(['price']), [plain]);
  });

  it('separate them by the key for one field and by extra sums for others', () => {
    const measures: Question['measures'] = [
      { fn: 'avg', field: 'estimate' },
      { fn: 'sum', field: 'price' },
    ];
    const given = sampleContext();
    const [read] = makePlan(normalizeQuestion({ type: 'ticket', measures }, given), given).reads;
    assert.deepEqual(read?.kind === 'aggregate' && read.pipeline, [
      {
        $group: {
          _id: { p0: { $isNumber: '$estimate' }, q0: { $gte: ['$estimate', 0] } },
          n: { $sum: 1 },
          s0: { $sum: '$estimate' },
          s1: { $sum: '$price' },
          sn1: { $sum: { $cond: [{ $lt: ['$price', 0] }, '$price', 0] } },
        },
      },
    ]);
  });

  it('have no record count unless the question needs it', () => {
    const measures: Question['measures'] = [{ fn: 'sum', field: 'estimate' }];
    assert.deepEqual(pipelineOf({ groupBy: [{ field: 'project' }], measures }), [
      { $group: { _id: '$project', s0: { $sum: '$estimate' } } },
      limit,
    ]);
  });

  it('are stretches for an instant alone or by day, and periods next to another field', () => {
    const month = { field: 'createdAt', unit: 'month' } as const;
    const day = { field: 'createdAt', unit: 'day' } as const;
    assert.deepEqual(planOf({ groupBy: [month] }).keyForms, ['instant']);
    assert.deepEqual(planOf({ groupBy: [day, { field: 'status' }] }).keyForms, ['instant', 'stored']);
    assert.deepEqual(planOf({ groupBy: [month], timezone: 'Pacific/Apia' }).keyForms, ['period']);
    assert.deepEqual(planOf({ groupBy: [month, { field: 'title' }] }).keyForms, ['period', 'stored']);
    assert.deepEqual(pipelineOf({ groupBy: [month, { field: 'title' }] }), [
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
            g1: '$title',
          },
          n: { $sum: 1 },
        },
      },
      limit,
    ]);
  });

  it('are stretches next to a field with few values; the database combines them to periods', () => {
    const groupBy: Question['groupBy'] = [{ field: 'createdAt', unit: 'month' }, { field: 'status' }];
    const measures: Question['measures'] = [
      { fn: 'avg', field: 'estimate' },
      { fn: 'min', field: 'closedAt' },
    ];
    assert.deepEqual(planOf({ groupBy, measures }).keyForms, ['period', 'stored']);
    const [stretches, months] = pipelineOf({ groupBy, measures }) as { $group: Record<string, unknown> }[];
    assert.deepEqual(Object.keys(stretches!.$group), ['_id', 'n', 's0', 'lo1']);
    assert.deepEqual(Object.keys(stretches!.$group._id as object), ['g0', 'g1', 'p0', 'p1']);
    assert.match(JSON.stringify(stretches), /\$mod/);
    const { _id: key, ...parts } = months!.$group;
    assert.deepEqual(Object.keys(key as object), ['g0', 'g1', 'p0', 'p1']);
    assert.deepEqual(parts, { n: { $sum: '$n' }, s0: { $sum: '$s0' }, lo1: { $min: '$lo1' } });
  });

  it('are list values if lists are known to be sets, with overall read separately', () => {
    const facts = { ticket: { collection: 'tickets', indexes: [], approximateCount: 0, listsAreSets: true } };
    const given = sampleContext({ facts });
    const groupBy = [{ field: 'labels' }];
    const unwound = { $unwind: { path: '$labels', preserveNullAndEmptyArrays: true } };
    const [groups, overall] = planOf({ groupBy }, given).reads;
    assert.deepEqual(groups, {
      id: 'groups',
      kind: 'aggregate',
      collection: 'tickets',
      pipeline: [unwound, { $group: { _id: '$labels', n: { $sum: 1 } } }, limit],
    });
    assert.deepEqual(overall, { id: 'overall', kind: 'count', collection: 'tickets', match: {} });
    const summed = planOf({ groupBy, measures: [{ fn: 'sum', field: 'estimate' }] }, given).reads[1];
    assert.equal(summed?.id, 'overall');
    assert.equal(summed.kind, 'aggregate');
    assert.equal(planOf({ groupBy }).reads.length, 1);
  });
});

describe('distinct values', () => {
  const measures: Question['measures'] = [{ fn: 'distinct', field: 'project' }];

  it('are counted overall with one document per value', () => {
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

  const groupBy = [{ field: 'status' }];
  const ofSizes = (ticket: number, project?: number) => {
    const facts = (collection: string, approximateCount: number) => ({ collection, indexes: [], approximateCount });
    return sampleContext({
      facts: {
        ticket: facts('tickets', ticket),
        ...(project === undefined ? {} : { project: facts('projects', project) }),
      },
    });
  };
  const idsOf = (question: Omit<Question, 'type'>, given?: SampleContext) =>
    planOf(question, given).reads.map(({ id }) => id);
  const stagesOf = (question: Omit<Question, 'type'>, given?: SampleContext) => {
    const read = planOf(question, given).reads.find(({ id }) => id === 'different0');
    return read?.kind === 'aggregate' ? read.pipeline : [];
  };
  const oneScan = ['different0'];
  const twoScans = ['overallDifferent0', 'different0'];

  it('are counted by group and overall in one scan, from the groups of each value', () => {
    assert.deepEqual(idsOf({ measures, groupBy }), oneScan);
    const [pairs, groupsOfValue, sameGroups, withEverything] = stagesOf({ measures, groupBy });
    assert.deepEqual(pairs, { $group: { _id: { g0: '$status', v: '$project' } } });
    assert.deepEqual(groupsOfValue, { $group: { _id: '$_id.v', keys: { $push: { $ifNull: ['$_id.g0', null] } } } });
    assert.match(
      JSON.stringify(sameGroups),
      /^{"\$group":{"_id":{"\$setUnion":\["\$keys",\[\]\]},"n":{"\$sum":{"\$cond"/,
    );
    assert.match(JSON.stringify(withEverything), /\$setUnion.*"everything":true/);
  });

  it('are unwound from lists first', () => {
    const lists = stagesOf({ measures, groupBy: [{ field: 'labels' }] });
    assert.deepEqual(
      lists.map((stage) => Object.keys(stage)[0]),
      ['$group', '$project', '$unwind', '$group', '$group', '$group', '$project', '$unwind', '$group', '$limit'],
    );
  });

  it('are counted in one scan of very many records if the related type has few', () => {
    assert.deepEqual(idsOf({ measures, groupBy }, ofSizes(1e6, 10_000)), oneScan);
    assert.deepEqual(idsOf({ measures, groupBy }, ofSizes(1e6, 20_000)), twoScans);
    assert.deepEqual(idsOf({ measures, groupBy }, ofSizes(1e6)), twoScans);
    const byMonth = [{ field: 'closedAt', unit: 'month' as const }];
    assert.deepEqual(idsOf({ measures, groupBy: byMonth }, ofSizes(1e6, 300)), oneScan);
    assert.deepEqual(idsOf({ measures, groupBy: byMonth }, ofSizes(1e6, 400)), twoScans);
  });

  it('are counted in two scans of very many records if the number of groups is unknown', () => {
    const byTitle = [{ field: 'title' }];
    assert.deepEqual(idsOf({ measures, groupBy: byTitle }, ofSizes(400_000, 4_000)), oneScan);
    assert.deepEqual(idsOf({ measures, groupBy: byTitle }, ofSizes(400_001, 4_000)), twoScans);
    assert.deepEqual(idsOf({ measures, groupBy: byTitle }, ofSizes(400_000, 4_001)), twoScans);
  });

  it('are counted with a set per group if most may be distinct', () => {
    const titles: Question['measures'] = [{ fn: 'distinct', field: 'title' }];
    assert.deepEqual(idsOf({ measures: titles, groupBy }), twoScans);
    const [sets, ...others] = stagesOf({ measures: titles, groupBy });
    assert.deepEqual(sets, { $group: { _id: { g0: '$status' }, v: { $addToSet: '$title' } } });
    assert.deepEqual(others.at(-1), { $limit: 50_001 });
    const byDay = stagesOf({ measures: titles, groupBy: [{ field: 'dueOn', unit: 'month' }] });
    assert.deepEqual(byDay[0], { $group: { _id: { g0: '$dueOn', v: '$title' } } }, 'many days are one month');
  });

  it('are read separately from the other measures', () => {
    assert.deepEqual(idsOf({ groupBy, measures: [...measures, { fn: 'count' }] }), ['groups', 'different0']);
  });
});

describe('general plan', () => {
  it('counts all groups and keeps the first ones, in one document', () => {
    const groupBy: Question['groupBy'] = [{ field: 'dueOn', unit: 'month' }, { field: 'status' }];
    const question = normalizeQuestion({ type: 'ticket', groupBy, limit: 7 }, context);
    const { reads } = makeGeneralPlan(question, context);
    assert.deepEqual(
      reads.map(({ id }) => id),
      ['overall', 'groups'],
    );
    const { pipeline } = reads[1] as { pipeline: object[] };
    const rank = (key: string) => ({ $cond: [{ $eq: [key, null] }, 2, 0] });
    assert.deepEqual(pipeline.slice(-3), [
      { $set: { e0: rank('$_id.g0'), e1: rank('$_id.g1'), m0: '$n' } },
      { $set: { u0: { $eq: ['$m0', null] } } },
      {
        $group: {
          _id: null,
          all: { $sum: 1 },
          total: { $sum: 1 },
          first: {
            $topN: {
              // One more than the limit, to see whether it ends within a group.
              n: 8,
              sortBy: { e0: 1, '_id.g0': 1, e1: 1, u0: 1, m0: -1, '_id.g1': 1 },
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

  it('never uses $facet or the time zones of the database', () => {
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

  it('reads nothing if nothing was ever written', () => {
    const empty = sampleContext({ facts: {} });
    for (const question of questions) {
      for (const { collection } of planOf(question, empty).reads) assert.equal(collection, null);
    }
  });
});
