import assert from 'node:assert/strict';
import { join } from 'node:path';
import { compileConnector } from '../compile/compile-connector.ts';
import { completeFolder } from './complete-folder.ts';
import type { MadeConnector } from './connector-from-openapi.ts';

describe('connector folder from a document', () => {
  async function complete(count: number): Promise<{ fixtures: number; files: number; left: string[] }> {
    const github = compileConnector(join(import.meta.dirname, '../../../connectors/github')).package!;
    const names = Array.from({ length: count }, (_, index) => `comment-${index}`);
    const action = github.actions['comment-on-issue']!;
    const released = { ...github, actions: Object.fromEntries(names.map((name) => [name, action])) };
    const texts = new Map([['connector.json', '{}']]);
    for (const name of names) texts.set(`actions/${name}.json`, '{}');
    const made = await completeFolder({ released, texts, notes: [], statuses: {} } as unknown as MadeConnector);
    const fixtures = [...made.texts.keys()].filter((path) => path.startsWith('fixtures/')).length;
    return { fixtures, files: made.texts.size, left: made.notes.flatMap(({ what }) => what ?? []) };
  }

  it('has a fixture for each action', async () => {
    const { fixtures, left } = await complete(3);
    assert.deepEqual([fixtures, left], [3, []]);
  });

  it('leaves out fixtures beyond the file limit, and says how many', async () => {
    const { fixtures, files, left } = await complete(652);
    assert.ok(fixtures > 200 && files === 950, `${fixtures} fixtures in ${files} files`);
    assert.deepEqual(left, [`${652 - fixtures} of 652 fixtures`]);
  });
});
