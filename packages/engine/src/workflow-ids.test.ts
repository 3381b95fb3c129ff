import assert from 'node:assert/strict';
import { deliveryWorkflowId } from './workflow-ids.ts';

const run = { workspaceId: 'w', branchId: 'b', workflowId: 'f', identity: 'd'.repeat(64) };

describe('Temporal workflow ids', () => {
  it('are the same for the same delivery and reveal nothing about it', () => {
    assert.equal(deliveryWorkflowId(run), `hook:w:b:f:${'d'.repeat(64)}`);
    assert.equal(deliveryWorkflowId({ ...run, attempt: 1 }), deliveryWorkflowId(run));
  });

  it('differ by workspace, branch, workflow, delivery and attempt', () => {
    const others = [{ workspaceId: 'x' }, { branchId: 'x' }, { workflowId: 'x' }, { identity: 'x' }, { attempt: 2 }];
    const ids = [run, ...others.map((other) => ({ ...run, ...other }))].map(deliveryWorkflowId);
    assert.equal(new Set(ids).size, ids.length);
    assert.match(ids.at(-1) ?? '', /:r2$/);
  });
});
