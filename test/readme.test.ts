import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clone, startProduct, type Product } from './product.ts';

describe('the README and the guide to a first connector', function () {
  this.timeout(300_000);
  let product: Product;
  let folder: string | undefined;
  let outcome: { code: number; printed: string };
  let guide: { code: number; printed: string };

  before(async () => {
    product = await startProduct();
    folder = await makeFolder();
    await product.login();
    const blocks: string[] = [];
    // The guides go on from what the README has made.
    const pages = ['ask-from-programs', 'import-csv', 'webhooks-and-workflows'];
    for (const page of ['README.md', ...pages.map((name) => `docs/guides/${name}.md`)])
      blocks.push(...shellBlocks(await readFile(join(clone, page), 'utf8')));
    assert.ok(blocks.length >= 9, 'the examples are marked as sh');
    outcome = await runShell(blocks.join('\n').replaceAll('http://127.0.0.1:3000', product.url));
    const steps = shellBlocks(await readFile(join(clone, 'docs/guides/first-connector.md'), 'utf8'));
    assert.ok(steps.length >= 6, 'its steps are marked as sh');
    guide = await runShell(steps.join('\n'));
  });
  after(async () => {
    await product?.remove();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  /** A separate folder that looks like the clone, so that files written by the examples stay out of it. */
  async function makeFolder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'tallyhook-readme-'));
    for (const name of ['node_modules', 'packages']) await symlink(join(clone, name), join(made, name));
    await writeFile(join(made, 'package.json'), '{"private":true}');
    return made;
  }

  async function runShell(script: string): Promise<{ code: number; printed: string }> {
    const environment = { ...product.commandEnvironment(), npm_config_offline: 'true', npm_config_yes: 'false' };
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env: environment });
    const printed: string[] = [];
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (chunk: Buffer) => printed.push(String(chunk)));
    const [code] = (await once(shell, 'close')) as [number];
    return { code, printed: printed.join('') };
  }

  it('have examples that run unchanged', () => {
    assert.equal(outcome.code, 0, outcome.printed);
  });

  it('show an import, an answer, a refused question, a report, a run and a released connector', () => {
    for (const expected of [
      /^3 rows imported, 0 refused, in /m,
      /^ {2}"serves" → serves \(choice, many\): Some rows have a list: 2 different values, 2 in all\.$/m,
      /^2 rows imported, 0 refused, in /m,
      /^0 rows imported, 0 refused, in [^\n]+\n0 records updated, 2 unchanged\.$/m,
      /"key":\{"status":"open"\},"count":\d+,"sum_estimate":\d+/,
      /"code":"invalid_question".*"suggestion":"status"/,
      /"key":\{"status":"open"\},"measures":\{"count":\d+,"sum":\{"estimate":\d+/,
      /"text":"status \| count \| sum_estimate\\n\w+ \| \d+ \| \d+/,
      // curl's output does not end with a newline, so this need not be at the start of a line.
      /overall: count \d+$/m,
      /^[0-9a-f]{24} {2}What is left {2}on$/m,
      /HTTP\/1\.1 200 OK/,
      /^ {2}comment {2}completed {2}[^\n]+\n {4}input {3}.*\d+ tickets are open at the moment/m,
      /^my-connector 1\.1\.1 is installed\.$/m,
    ]) {
      assert.match(outcome.printed, expected);
    }
  });

  it('lead to a first connector that is tested, run, released twice and installed', () => {
    assert.equal(guide.code, 0, guide.printed);
    for (const expected of [
      /^\{\n {2}"id": "c7"\n\}$/m,
      /^contacts 0\.1\.0 is in the marketplace \(\d+ fixtures passed, /m,
      /^contacts 0\.1\.0 is installed\.$/m,
      /^contacts 0\.1\.1 is in the marketplace \(/m,
    ]) {
      assert.match(guide.printed, expected);
    }
  });

  it('start one run for a delivery posted twice', async () => {
    const { runs } = await product.json<{ runs: { workflowName: string }[] }>(['runs', 'list']);
    const commented = runs.filter(({ workflowName }) => workflowName.startsWith('Tell issue authors'));
    assert.equal(commented.length, 1);
  });
});

/** The code blocks to run, in order. */
function shellBlocks(text: string): string[] {
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block ?? '');
}
