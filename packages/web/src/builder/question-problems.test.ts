import assert from 'node:assert/strict';
import type { ProblemDetail, RecordType, Report } from '@tallyhook/schemas';
import { draftOf } from './draft.ts';
import { questionProblems } from './question-problems.ts';

const types: RecordType[] = [
  {
    name: 'ticket',
    label: 'Ticket',
    plural: 'Tickets',
    app: 'work',
    offered: true,
    labelField: 'title',
    fields: [
      { name: 'title', label: 'Title', kind: 'text' },
      { name: 'project', label: 'Project', kind: 'relation', target: 'project' },
      { name: 'team', label: 'Team', kind: 'relation', target: 'team' },
    ],
  },
  {
    name: 'project',
    label: 'Project',
    plural: 'Projects',
    app: 'work',
    offered: true,
    labelField: 'title',
    fields: [{ name: 'title', label: 'Title', kind: 'text' }],
  },
];

describe('problems of a question', () => {
  const unknown = (pointer: string, code = 'unknown_field'): ProblemDetail => ({ pointer, code, detail: 'As sent' });

  function shown(problems: ProblemDetail[], refused: Report, now = refused) {
    const { atParts, elsewhere } = questionProblems(problems, { refused, now, draft: draftOf(now), types });
    return { ...Object.fromEntries(atParts), elsewhere };
  }

  it('appear at their condition: beyond the tenth, as the only one, and nested', () => {
    const gone = { field: 'gone', op: 'nempty' } as const;
    const many = Array.from({ length: 11 }, () => gone);
    const noField = 'Tickets have no field “gone”.';
    const question = (filter: Report['filter']): Report => ({ type: 'ticket', chart: 'number', filter: filter! });
    assert.deepEqual(shown([unknown('#/filter/or/10/field')], question({ or: many })), {
      'filter/10': noField,
      elsewhere: [],
    });
    assert.deepEqual(shown([unknown('#/definition/filter/field')], question(gone)), {
      'filter/0': noField,
      elsewhere: [],
    });
    const nest = { and: [{ not: { or: [gone, { ...gone, field: 'gone too' }, gone] } }] };
    const places = [0, 1, 2].map((at) => unknown(`#/filter/and/0/not/or/${at}/field`));
    assert.deepEqual(shown(places, question(nest)), {
      'filter/0': `${noField} Tickets have no field “gone too”.`,
      elsewhere: [],
    });
  });

  it('name the related records that lack the field, and relations without a target', () => {
    const groupBy = [{ field: 'project.lead' }, { field: 'team.name' }];
    const problems = [unknown('#/groupBy/0/field'), unknown('#/groupBy/1/field', 'not_a_relation')];
    assert.deepEqual(shown(problems, { type: 'ticket', chart: 'bars', groupBy }), {
      'groupBy/0': 'Projects have no field “lead”.',
      'groupBy/1': "“Team” doesn't link to records on this branch.",
      elsewhere: [],
    });
  });

  it('disappear once their part changes, and appear separately without a part', () => {
    const refused: Report = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'gone' }] };
    const now: Report = { ...refused, groupBy: [{ field: 'title' }] };
    const others = [unknown('#/timezone', 'unknown_timezone'), unknown('#/filter', 'too_many_conditions')];
    assert.deepEqual(shown([unknown('#/groupBy/0/field'), ...others], refused, now), { elsewhere: ['As sent'] });
  });
});
