import assert from 'node:assert/strict';
import type { Workflow } from '../generated/workflow.ts';
import { createValidator } from '../validate.ts';
import { composeWorkflowSchema, workflowKinds, type Lookup } from './index.ts';
import { tellPerson } from './tell-person.ts';

const validate = createValidator(composeWorkflowSchema(workflowKinds));

const mistakesOf = (step: object) => {
  const steps = [{ id: 'tell', kind: 'tellPerson', message: 'Hello', to: ['ada@example.com'], ...step }];
  return validate({ name: 'x', trigger: { kind: 'button' }, steps }).map(({ pointer, code }) => [pointer, code]);
};

describe('A step that tells a person', () => {
  it('names members by email or by a template', () => {
    assert.deepEqual(mistakesOf({ to: ['ada@example.com', '{{trigger.record.fields.assignee}}'] }), []);
    assert.deepEqual(mistakesOf({ to: ['Ada'] }), [['#/steps/0/to/0', 'wrong_format']]);
    assert.deepEqual(mistakesOf({ to: [] }), [['#/steps/0/to', 'too_few']]);
    assert.deepEqual(mistakesOf({ to: undefined }), [['#/steps/0', 'missing_key']]);
  });

  it('can open a report of the branch', async () => {
    const id = '65f000000000000000000001';
    const lookup = { hasReport: (asked: string) => Promise.resolve(asked === id) } as unknown as Lookup;
    const find = async (report?: string) => {
      const step = { id: 'tell', kind: 'tellPerson', message: 'Hello', to: [], ...(report && { report }) };
      return (await tellPerson.findMistakes!(step as Workflow['steps'][number], lookup)).map(({ code }) => code);
    };
    assert.deepEqual(
      [await find(), await find(id), await find('65f000000000000000000002')],
      [[], [], ['unknown_report']],
    );
  });
});
