import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createPracticeService, type PracticeService } from '@tallyhook/practice';
import { deliver } from './github-scene.ts';
import { clone, startProduct, waitFor, type Product } from './product.ts';

const token = 'practice-token';

/** What `dev` prints about a build; half-written code installs nothing. */
interface DevLine {
  installed?: { version: string } | { refused: string; isAway: boolean };
}

const workflow = {
  name: 'Answer issues',
  trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
  steps: [
    {
      id: 'comment',
      kind: 'action',
      connector: 'github',
      action: 'comment-on-issue',
      input: {
        owner: '{{trigger.payload.repository.owner.login}}',
        repository: '{{trigger.payload.repository.name}}',
        number: '{{trigger.payload.issue.number}}',
        body: 'Thank you',
      },
    },
  ],
};

describe('a workflow step of a connector in development', function () {
  this.timeout(300_000);
  let practice: PracticeService;
  let product: Product;
  let folder: string;
  /** The own address of the linked account. */
  let hookAddress: string;
  let dev: ChildProcess | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-development-'));
    await cp(join(clone, 'packages/connectors/github'), folder, { recursive: true });
    practice = await createPracticeService({ service: 'github', port: 0, token });
    product = await startProduct({ TALLYHOOK_DEMO: '0', TALLYHOOK_ROUTES: `https://api.github.com=${practice.url}` });
    await product.login();
  });
  after(async () => {
    if (dev !== undefined && dev.exitCode === null) {
      dev.kill('SIGTERM');
      await once(dev, 'exit');
    }
    await product?.remove();
    await practice?.close();
    await rm(folder, { recursive: true });
  });

  /** Makes the action write a marker into each comment, to tell the builds apart. */
  async function mark(before: string, after: string): Promise<void> {
    const path = join(folder, 'actions/comment-on-issue.json');
    const text = await readFile(path, 'utf8');
    assert.ok(text.includes(before), text);
    await writeFile(path, text.replace(before, after));
  }

  /** Sends an issue, waits until its run has ended, and returns the comments so far. */
  async function comments(count: number): Promise<string[]> {
    const payload = {
      action: 'opened',
      issue: { number: 1, title: 'Spelling' },
      repository: { name: 'hello-world', owner: { login: 'octo' } },
    };
    const { status } = await deliver(product.url, { event: 'issues', id: randomUUID(), payload, to: hookAddress });
    assert.equal(status, 200);
    await waitFor(
      `${count} runs to end`,
      async () => {
        const { runs } = await product.json<{ runs: { status: string }[] }>(['runs', 'list']);
        return runs.filter((run) => run.status === 'completed').length === count;
      },
      60_000,
    );
    return practice.comments().map(({ body }) => body);
  }

  it('runs on the latest build that dev installed, even after the product was down', async () => {
    await mark('"body": "{{body}}"', '"body": "{{body}}, says the first build"');
    const verb = [join(clone, 'packages/cli/bin/tallyhook.mjs'), 'dev', folder, '--json'];
    const running = spawn(process.execPath, verb, {
      env: product.commandEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    dev = running;
    const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
    const line = async () => (JSON.parse((await lines.next()).value as string) as DevLine).installed;
    const built = async (): Promise<string> => {
      const installed = await line();
      return installed !== undefined && 'version' in installed ? installed.version : built();
    };
    const first = await built();
    assert.match(first, /-dev\.[0-9a-f]{12}$/);

    const link = ['accounts', 'link', 'github', '--field', 'owner=octo', '--field', 'token=-'];
    const account = await product.json<{ id: string; hookAddress: string }>(link, { input: `${token}\n` });
    // What is in development receives only there.
    ({ hookAddress } = account);
    await product.json(['workflows', 'apply', '-', '--on', '--account', `github=${account.id}`], {
      input: JSON.stringify(workflow),
    });
    assert.deepEqual(await comments(1), ['Thank you, says the first build']);

    await mark('first build', 'second build');
    assert.notEqual(await built(), first);
    assert.deepEqual(await comments(2), ['Thank you, says the first build', 'Thank you, says the second build']);

    await product.stop();
    await mark('second build', 'third build');
    const refused = await line();
    assert.ok(refused !== undefined && 'refused' in refused && refused.isAway, JSON.stringify(refused));
    await product.start();
    const again = await line();
    assert.ok(again !== undefined && 'version' in again, JSON.stringify(again));
    assert.equal((await comments(3)).at(-1), 'Thank you, says the third build');
  });
});
