import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { servePractice } from '@tallyhook/practice';
import { runVerb } from '../../../test/run-verb.ts';
import { createDevService } from './dev-service.ts';
import { buildFirst } from './watched-build.ts';

interface Built {
  url: string;
  state: string;
  builds: number;
  build: { sha256: string };
  problems: { code: string }[];
  fixtures: { name: string; passed: boolean }[];
}

describe('tallyhook dev', () => {
  it('mocks the last good build on one port, rebuilds after each change, and shows the state', async () => {
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
    const running = runVerb(['dev', folder, '--json'], { output });
    try {
      const first = await next();
      assert.deepEqual([first.state, first.builds], ['good', 1]);
      const ask = async (): Promise<{ status: number; id: unknown }> => {
        const path = '/repos/octo/hello-world/issues/7/comments';
        const headers = { authorization: 'Bearer any-token' };
        const answer = await fetch(first.url + path, { method: 'POST', headers, body: '{"body":"x"}' });
        return { status: answer.status, id: ((await answer.json()) as { id: unknown }).id };
      };
      assert.deepEqual(await ask(), { status: 201, id: 1 });

      edit('fixtures/comment-on-issue.json', '"id": 1,', '"id": 2,');
      const failing = await next();
      assert.deepEqual([failing.state, failing.fixtures.filter(({ passed }) => !passed).length], ['failing', 1]);
      assert.deepEqual(await ask(), { status: 201, id: 2 });

      edit('actions/comment-on-issue.json', '"method"', '"mehtod"');
      const broken = await next();
      assert.deepEqual([broken.state, broken.problems[0]!.code], ['broken', 'unknown_key']);
      assert.equal(broken.build.sha256, failing.build.sha256, 'the last good build is still there');
      assert.deepEqual(await ask(), { status: 201, id: 2 });
      const page = await fetch(`${first.url}/__dev`);
      assert.match(
        await page.text(),
        /<h1>broken<\/h1><pre>[^]*did you mean "method"\?[^]*the mock still uses the build of/,
      );

      edit('actions/comment-on-issue.json', '"mehtod"', '"method"');
      edit('fixtures/comment-on-issue.json', '"id": 2,', '"id": 1,');
      const mended = await next();
      assert.equal(mended.state, 'good');
      const status = (await (await fetch(`${first.url}/__dev/status`)).json()) as Built;
      assert.deepEqual([status.state, status.builds], ['good', 4]);
    } finally {
      process.emit('SIGTERM', 'SIGTERM');
      rmSync(home, { recursive: true });
    }
    assert.equal((await running).code, 0);
  });

  it('notices when the folder disappears and returns, as on a branch switch', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tallyhook-dev-'));
    const folder = join(home, 'github');
    const shipped = join(import.meta.dirname, '../../../../connectors/github');
    cpSync(shipped, folder, { recursive: true });
    const output = new PassThrough();
    const lines = createInterface({ input: output })[Symbol.asyncIterator]();
    const until = async (state: string): Promise<Built> => {
      const built = JSON.parse((await lines.next()).value as string) as Built;
      // A folder may be seen while it is only partly written.
      return built.state === state ? built : until(state);
    };
    const running = runVerb(['dev', folder, '--json', '--no-install'], { output });
    const breakIt = (): void => {
      const path = join(folder, 'connector.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('"hosts"', '"hots"'));
    };
    try {
      const { url } = await until('good');
      for (const [away, back] of [
        [() => rmSync(folder, { recursive: true }), () => cpSync(shipped, folder, { recursive: true })],
        [() => renameSync(folder, join(home, 'away')), () => renameSync(join(home, 'away'), folder)],
      ] as const) {
        away();
        const gone = await until('gone');
        assert.deepEqual([gone.problems, gone.fixtures], [[], []]);
        assert.match(
          await (await fetch(`${url}/__dev`)).text(),
          /<h1>gone<\/h1><pre>[^]*will be rebuilt once it is back/,
        );
        back();
        await until('good');
        breakIt();
        await until('broken');
        const status = (await (await fetch(`${url}/__dev/status`)).json()) as Built;
        assert.equal(status.state, 'broken');
        cpSync(shipped, folder, { recursive: true });
        await until('good');
      }
    } finally {
      process.emit('SIGTERM', 'SIGTERM');
      rmSync(home, { recursive: true });
    }
    assert.equal((await running).code, 0);
  });

  it('refuses a missing folder', async () => {
    const { code, err } = await runVerb(['dev', '/nowhere']);
    assert.deepEqual([code, /There is no folder "\/nowhere"/.test(err)], [2, true]);
  });

  it('logs no secret while the connector does not compile', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tallyhook-dev-'));
    writeFileSync(join(home, 'connector.json'), '{}');
    const running = await servePractice(createDevService((await buildFirst({ folder: home, at: home }))!), 0);
    try {
      const body = new URLSearchParams({ client_secret: 'a-real-secret', grant_type: 'x' });
      assert.equal((await fetch(`${running.url}/token`, { method: 'POST', body })).status, 503);
      const log = await (await fetch(`${running.url}/__practice/log`)).text();
      assert.match(log, /client_secret=%5Bredacted%5D|client_secret=\[redacted\]/);
      assert.doesNotMatch(log, /a-real-secret/);
    } finally {
      await running.close();
      rmSync(home, { recursive: true });
    }
  });
});
