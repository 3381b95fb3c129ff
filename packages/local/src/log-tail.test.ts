import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLastLines } from './log-tail.ts';

describe('shown end of a log', () => {
  let folder: string;
  let path: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-log-'));
    path = join(folder, 'log');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const rows: { of: string; text: string; shown: string }[] = [
    { of: 'plain lines', text: 'one\n\ntwo\n', shown: '  one\n  two' },
    {
      of: 'only the errors of mongod',
      text:
        '{"s":"I","msg":"Starting"}\n' +
        '{"s":"E","msg":"Failed to start up WiredTiger","attr":{"reason":"28: No space left on device"}}\n' +
        '{"s":"I","msg":"Exiting"}\n',
      shown: '  Failed to start up WiredTiger: 28: No space left on device',
    },
    {
      of: 'messages of our own processes',
      text: '{"level":30,"msg":"listening"}\n{"level":60,"msg":"PORT is taken"}\n',
      shown: '  PORT is taken',
    },
    {
      of: 'Temporal',
      text: '{"level":"WARN","msg":"slow"}\n{"level":"ERROR","msg":"no database","error":"disk I/O error"}\n',
      shown: '  no database: disk I/O error',
    },
    {
      of: 'the error of a crashed Node',
      text: 'node:internal/x:1\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find module a\n    at f (b.ts:1:1)\nNode.js v24\n',
      shown: '  Error [ERR_MODULE_NOT_FOUND]: Cannot find module a',
    },
  ];
  for (const { of, text, shown } of rows) {
    it(`shows ${of}`, async () => {
      await writeFile(path, text);
      assert.equal(await readLastLines(path, 0), shown);
    });
  }

  it('omits lines from an earlier start', async () => {
    await writeFile(path, 'Error: old\nnew\n');
    assert.equal(await readLastLines(path, 'Error: old\n'.length), '  new');
  });

  it('shows what is there if the log was truncated', async () => {
    await writeFile(path, 'new\n');
    assert.equal(await readLastLines(path, 1_000), '  new');
  });

  it('has at most five lines, even of a large log', async () => {
    await writeFile(path, Array.from({ length: 50_000 }, (_, line) => `line ${line}`).join('\n'));
    assert.equal((await readLastLines(path, 0)).split('\n').length, 5);
    assert.match(await readLastLines(path, 0), /line 49999$/);
  });

  it('is empty without a log', async () => {
    assert.equal(await readLastLines(join(folder, 'none'), 0), '');
  });
});
