import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { runCommand } from '../run-command.ts';

interface Built {
  url: string;
  state: string;
  builds: number;
  tookMs: number;
  build: { sha256: string };
  problems: { code: string }[];
  fixtures: { name: string; passed: boolean }[];
}

describe('tallyhook dev', () => {
  it('plays the last good build on one port, builds again after each change in less than a second, and shows how it is', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tallyhook-dev-'));
    const folder = join(home, 'github');
    cpSync(join(import.meta.dirname, '../../../../connectors/github'), folder, { recursive: true });
    const edit = (file: string, from: string, to: string): void => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      assert.ok(text.includes(from), from);
      writeFileSync(path, text.replace(from, to));
    };
    const output = new PassThrough();
    const lines = createInterface({ input: output })[Symbol.asyncIterator]();
    const next = async (): Promise<Built> => JSON.parse((await lines.next()).value as string) as Built;
    const running = runCommand(['dev', folder, '--json'], { output });
    try {
      const first = await next();
      assert.deepEqual([first.state, first.builds], ['good', 1]);
      const ask = async (): Promise<{ status: number; id: unknown }> => {
        const path = '/repos/octo/hello-world/issues/7/comments';
        const answer = await fetch(first.url + path, { method: 'POST', body: '{"body":"x"}' });
        return { status: answer.status, id: ((await answer.json()) as { id: unknown }).id };
      };
      assert.deepEqual(await ask(), { status: 201, id: 1 });

      edit('fixtures/comment-on-issue.json', '"id": 1,', '"id": 2,');
      const failing = await next();
      assert.ok(failing.tookMs < 1_000, 'it is built in less than a second');
      assert.deepEqual([failing.state, failing.fixtures.filter(({ passed }) => !passed).length], ['failing', 1]);
      assert.deepEqual(await ask(), { status: 201, id: 2 });

      edit('actions/comment-on-issue.json', '"method"', '"mehtod"');
      const broken = await next();
      assert.deepEqual([broken.state, broken.problems[0]!.code], ['broken', 'unknown_key']);
      assert.equal(broken.build.sha256, failing.build.sha256, 'the last good build is still there');
      assert.deepEqual(await ask(), { status: 201, id: 2 });
      const page = await fetch(`${first.url}/__dev`);
      assert.match(await page.text(), /<h1>broken<\/h1><pre>[^]*did you mean "method"\?[^]*is still played/);

      edit('actions/comment-on-issue.json', '"mehtod"', '"method"');
      edit('fixtures/comment-on-issue.json', '"id": 2,', '"id": 1,');
      assert.equal((await next()).state, 'good');
      const status = (await (await fetch(`${first.url}/__dev/status`)).json()) as Built;
      assert.deepEqual([status.state, status.builds], ['good', 4]);
    } finally {
      process.emit('SIGTERM', 'SIGTERM');
      rmSync(home, { recursive: true });
    }
    assert.equal((await running).code, 0);
  });

  it('refuses a folder that is none', async () => {
    const { code, err } = await runCommand(['dev', '/nowhere']);
    assert.deepEqual([code, /There is no folder "\/nowhere"/.test(err)], [1, true]);
  });
});
