import assert from 'node:assert/strict';
import {
  copyOf,
  freeId,
  insertStep,
  listOf,
  moveStep,
  numbersOf,
  removeStep,
  renameStep,
  type EditedWorkflow,
} from './tree.ts';

const workflow: EditedWorkflow = {
  name: 'x',
  trigger: { kind: 'button' },
  steps: [
    { id: 'a', kind: 'wait', for: '1s' },
    {
      id: 'b',
      kind: 'condition',
      if: {},
      then: [
        { id: 'c', kind: 'wait' },
        { id: 'd', kind: 'forEach', list: [], steps: [{ id: 'e', kind: 'stop' }] },
      ],
      else: [{ id: 'f', kind: 'stop' }],
    },
  ],
};
const ids = (edited: EditedWorkflow) => [...numbersOf(edited)].map(([id, number]) => `${number} ${id}`);

describe('editing the steps of a workflow', () => {
  it('numbers steps by their position in the lists around them', () => {
    assert.deepEqual(ids(workflow), ['1 a', '2 b', '2.1 c', '2.2 d', '2.2.1 e', '2.3 f']);
  });

  it('adds, moves and removes steps at any depth', () => {
    const list = { stepId: 'd', block: 'steps' };
    const added = insertStep(workflow, { list, index: 0 }, { id: 'g', kind: 'stop' });
    assert.deepEqual(listOf(added, 'g'), { place: list, index: 0 });
    assert.deepEqual(ids(moveStep(added, 'g', 1)).slice(4, 6), ['2.2.1 e', '2.2.2 g']);
    assert.equal(ids(moveStep(added, 'a', -1)).join(), ids(added).join());
    assert.deepEqual(ids(removeStep(added, 'd')), ['1 a', '2 b', '2.1 c', '2.2 f']);
  });

  it('leaves no empty list behind', () => {
    assert.ok(!('else' in removeStep(workflow, 'f').steps[1]!));
  });

  it('fills a list that is not there yet', () => {
    const list = { stepId: 'b', block: 'else' };
    const added = insertStep(removeStep(workflow, 'f'), { list, index: 0 }, { id: 'g', kind: 'stop' });
    assert.deepEqual(listOf(added, 'g'), { place: list, index: 0 });
  });

  it('renames a step also where its output is read', () => {
    const reading = insertStep(
      workflow,
      { list: 'workflow', index: 2 },
      { id: 'g', kind: 'stop', message: '{{steps.a.output.x}} {{steps.ab.output}}' },
    );
    assert.equal(renameStep(reading, 'a', 'pause').steps[2]?.message, '{{steps.pause.output.x}} {{steps.ab.output}}');
  });

  it('copies a step with new ids inside', () => {
    const copy = copyOf(workflow, workflow.steps[1]!);
    assert.equal(copy.id, 'b2');
    assert.deepEqual(
      (copy.then as { id: string }[]).map(({ id }) => id),
      ['c2', 'd2'],
    );
    assert.equal(freeId('b', new Set(['b', 'b2'])), 'b3');
  });
});
