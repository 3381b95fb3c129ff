import assert from 'node:assert/strict';
import { workflowKinds } from '@tallyhook/schemas/kinds';
import { engineKinds } from './index.ts';

describe('Kinds of triggers and steps', () => {
  it('are declared and implemented alike', () => {
    const declared = (kinds: readonly { kind: string }[]) => kinds.map(({ kind }) => kind).sort();
    assert.deepEqual(Object.keys(engineKinds.steps).sort(), declared(workflowKinds.steps));
    assert.deepEqual(Object.keys(engineKinds.triggers).sort(), declared(workflowKinds.triggers));
  });
});
