import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { sampleContext } from '../../test/sample-types.ts';
import { understandQuestion, type ChoicesInUse, type UnlistedChoices } from './understand-question.ts';

const context = sampleContext();

/** The choices looked up for a question, with the values of its filter or its remaining mistakes. */
async function understand(filter: unknown, inUse: Record<string, string[]> = {}) {
  const looked: UnlistedChoices[][] = [];
  const find = async (unlisted: UnlistedChoices[]): Promise<ChoicesInUse> => {
    looked.push(unlisted);
    return new Map(Object.entries(inUse));
  };
  try {
    const question = await understandQuestion({ type: 'ticket', filter }, context, find);
    return { looked, filter: question.document.filter };
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    return { looked, mistakes: error.errors.map(({ pointer, code }) => `${pointer} ${code}`) };
  }
}

describe('question with a choice that the type does not list', () => {
  const gone = { field: 'status', op: 'eq', value: 'blocked' };

  it('can be asked if records have the choice', async () => {
    const { looked, filter } = await understand(gone, { status: ['blocked'] });
    assert.deepEqual(looked, [[{ path: 'status', type: 'ticket', field: 'status', values: ['blocked'] }]]);
    assert.deepEqual(filter, gone);
  });

  it('is refused like a misspelt choice if no record has it', async () => {
    const { looked, mistakes } = await understand(gone);
    assert.equal(looked.length, 1);
    assert.deepEqual(mistakes, ['#/filter/value choice_not_allowed']);
  });

  it('looks each choice up once per field, also in lists and related records', async () => {
    const filter = {
      and: [
        { field: 'status', op: 'nin', value: ['open', 'blocked', 'parked'] },
        { or: [{ not: { field: 'project.phase', op: 'eq', value: 'dream' } }] },
        { field: 'labels', op: 'hasAll', value: ['bug', 'old'] },
        { field: 'titel', op: 'empty' },
      ],
    };
    const { looked, mistakes } = await understand(filter, { status: ['blocked'], 'project.phase': ['dream'] });
    assert.deepEqual(looked, [
      [
        { path: 'status', type: 'ticket', field: 'status', values: ['blocked', 'parked'] },
        { path: 'project.phase', type: 'project', field: 'phase', values: ['dream'] },
        { path: 'labels', type: 'ticket', field: 'labels', values: ['old'] },
      ],
    ]);
    assert.deepEqual(mistakes, [
      '#/filter/and/0/value/2 choice_not_allowed',
      '#/filter/and/2/value/1 choice_not_allowed',
      '#/filter/and/3/field unknown_field',
    ]);
  });

  it('looks nothing up if every choice is listed', async () => {
    assert.deepEqual(await understand({ ...gone, value: 'open' }), { looked: [], filter: { ...gone, value: 'open' } });
    assert.deepEqual((await understand({ ...gone, field: 'staus' })).looked, []);
    await assert.rejects(
      understandQuestion(null, context, () => assert.fail('nothing to look for')),
      Problem,
    );
  });
});
