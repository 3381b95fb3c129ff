import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Settings } from '../settings.ts';
import { runWorkflowTests, type TestWorkflowOptions } from './test-workflow.ts';

const workflow = {
  name: 'Triage',
  trigger: { kind: 'button' },
  steps: [
    { id: 'count', kind: 'query', question: { type: 'ticket' } },
    {
      id: 'many',
      kind: 'condition',
      if: { left: '{{steps.count.output.overall.count}}', op: 'gt', right: 10 },
      then: [{ id: 'end', kind: 'stop', message: 'Too many: {{steps.count.output.overall.count}}' }],
    },
  ],
};
const outputs = { count: { overall: { count: 12 } } };

describe('the tests of a workflow file', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tallyhook-workflow-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true });
    process.exitCode = 0;
  });

  async function run(files: Record<string, unknown>, options: TestWorkflowOptions = {}): Promise<string> {
    for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value));
    const output = new PassThrough();
    await runWorkflowTests({ output } as unknown as Settings, join(folder, 'triage.json'), options);
    output.end();
    return (await output.toArray()).join('').replaceAll(`${folder}/`, '');
  }

  it('are found beside it, and differences come with what the steps were given', async () => {
    const passing = { name: 'many', outputs, expect: { steps: ['count', 'many', 'end'] } };
    const failing = { name: 'more', outputs, expect: { inputs: { end: { message: 'Too many: 13' } } } };
    const text = await run({ 'triage.json': workflow, 'triage.tests.json': { tests: [passing, failing] } });
    assert.deepEqual(text.split('\n').slice(0, 4), [
      'triage.json with triage.tests.json',
      '  ✔ many',
      '  ✖ more',
      '      inputs.end.message is "Too many: 12", expected "Too many: 13"',
    ]);
    assert.match(text, /end \(stop\) \{"message":"Too many: 12"\}\n {2}1 passed, 1 failed/);
    assert.equal(process.exitCode, 1);
  });

  it('need not be there: then it shows what runs with nothing', async () => {
    const text = await run({ 'triage.json': workflow });
    assert.match(text, /✔ without samples\n {6}count \(query\) .*\n {6}many \(condition\)/);
    assert.equal(process.exitCode ?? 0, 0);
  });

  it('are refused with every mistake, and so is the workflow', async () => {
    await assert.rejects(
      run({ 'triage.json': workflow, 'other.json': { tests: [{}] } }, { samples: join(folder, 'other.json') }),
      {
        message: /other\.json does not hold tests of a workflow/,
      },
    );
    await assert.rejects(run({ 'triage.json': { ...workflow, steps: [{ id: 'a', kind: 'wat' }] } }), {
      code: 'invalid_workflow',
    });
  });
});
