import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, runVerb } from '../../test/run-verb.ts';
import type { Finding } from './find-program.ts';

const connectors = join(import.meta.dirname, '../../../connectors');
const github = join(connectors, 'github');
const run = (...args: string[]): Promise<Ended> => runVerb(args);

describe('what is made from a connector', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tallyhook-tools-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('are types that TypeScript takes, with which wrong inputs do not compile', async () => {
    for (const name of ['github', 'youtube', 'http', 'notion', 'google-sheets']) {
      const { code, err } = await run('types', join(connectors, name), '-o', join(home, `${name}.d.ts`));
      assert.equal(code, 0, err);
    }
    const comment = `import type { GithubActions } from './github.d.ts';\nimport type {} from './youtube.d.ts';\nimport type {} from './http.d.ts';\nimport type {} from './notion.d.ts';\nimport type {} from './google-sheets.d.ts';\ntype Input = GithubActions['comment-on-issue']['input'];\nexport const good: Input = { owner: 'a', repository: 'b', number: 1, body: 'c' };\n// @ts-expect-error: a number is no text\nexport const bad: Input = { owner: 'a', repository: 'b', number: '1', body: 'c' };\n// @ts-expect-error: a misspelt key\nexport const misspelt: Input = { ownr: 'a', repository: 'b', number: 1, body: 'c' };\n`;
    writeFileSync(join(home, 'use.ts'), comment);
    const compiler = join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--lib', 'es2023'];
    const checked = spawnSync(process.execPath, [compiler, ...options, '--allowImportingTsExtensions', 'use.ts'], {
      cwd: home,
      encoding: 'utf8',
    });
    assert.equal(checked.stdout, '');
    assert.equal(checked.status, 0);
  });

  it('is Markdown with every input and webhook', async () => {
    const file = join(home, 'github.md');
    await run('docs', github, '-o', file);
    const text = readFileSync(file, 'utf8');
    assert.match(text, /^# GitHub$/m);
    assert.match(text, /^\| `number` \| integer \| yes \| Number: The number of the issue or pull request\. \|$/m);
    assert.match(text, /deliveries arrive at `\/hooks\/github`/);
  });

  it('is found stale by --check once the connector is another one, and not before', async () => {
    for (const [verb, file] of [
      ['types', join(home, 'a.d.ts')],
      ['docs', join(home, 'a.md')],
    ] as const) {
      assert.equal((await run(verb, github, '-o', file, '--check')).code, 1);
      await run(verb, github, '-o', file);
      assert.equal((await run(verb, github, '-o', file, '--check')).code, 0);
      writeFileSync(file, `${readFileSync(file, 'utf8')}\n`);
      const { code, out } = await run(verb, github, '-o', file, '--check', '--json');
      assert.deepEqual([code, JSON.parse(out)], [1, { file, written: false, stale: true }]);
    }
  });
});

describe('the completion of bash', () => {
  /** What bash offers for a line that is typed so far. */
  const complete = async (...words: string[]): Promise<string[]> => {
    const { out } = await run('completion', 'bash');
    const script = `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tallyhook; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', 'tallyhook', ...words], { encoding: 'utf8' });
    assert.equal(stderr, '');
    return stdout.split('\n').filter((word) => word !== '');
  };

  it('offers verbs, verbs of verbs, options, and the values of options', async () => {
    assert.deepEqual(await complete('val'), ['validate']);
    assert.deepEqual(await complete('add', ''), ['action', 'webhook', 'fixture', '--help']);
    assert.deepEqual(await complete('add', 'action', '--c'), ['--connector']);
    assert.deepEqual(await complete('validate', 'folder', '--format', 's'), ['sarif']);
    assert.deepEqual(await complete('completion', 'z'), ['zsh']);
    assert.deepEqual(await complete('nonsense', 'more-'), []);
  });

  it('is refused for a shell that it does not know; zsh runs the same through its own bashcompinit', async () => {
    assert.equal((await run('completion', 'fish')).code, 2);
    assert.match((await run('completion', 'zsh')).out, /bashcompinit[^]*complete -o default -F _tallyhook tallyhook/);
  });
});

describe('tallyhook doctor', () => {
  const findings = async (args: string[], environment: Record<string, string>): Promise<[Finding[], number]> => {
    const { code, out } = await runVerb(['doctor', ...args, '--json'], { environment });
    return [JSON.parse(out) as Finding[], code];
  };
  const statesOf = (found: Finding[]): string[] => found.map(({ name, state }) => `${name}: ${state}`);

  it('says what is there, and what can be done without', async () => {
    const product = createServer((_request, response) => response.end('{"status":"ok"}')).listen(0, '127.0.0.1');
    await new Promise((resolve) => product.once('listening', resolve));
    const url = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
    const [found, code] = await findings([github, '--url', url], { MONGODB_URI: 'mongodb://127.0.0.1/' });
    product.close();
    assert.equal(code, 0);
    assert.deepEqual(statesOf(found), [
      'Node: good',
      'MongoDB: good',
      'Temporal: missing',
      'Product: good',
      'Login: missing',
      'Connector: good',
      'Schemas for editors: good',
    ]);
    const [without, after] = await findings([tmpdir(), '--url', url], {});
    assert.equal(after, 0);
    assert.deepEqual(statesOf(without).slice(3), ['Product: missing', 'Login: missing', 'Connector: missing']);
  });

  it('ends with 1 where schemas are of another version, are not where a file says, or the connector has mistakes', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tallyhook-doctor-'));
    const folder = join(home, 'my-crm');
    await run('init', folder);
    const url = ['--url', 'http://127.0.0.1:9'];
    assert.equal((await findings([folder, ...url], {}))[1], 0);
    writeFileSync(join(folder, '.schemas/action.schema.json'), '{}');
    const [stale, code] = await findings([folder, ...url], {});
    assert.deepEqual([stale.at(-1)!.detail, code], ['of another version: .schemas/action.schema.json', 1]);
    const file = join(folder, 'connector.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('.schemas/', 'schemas/').replace('0.1.0', '0.1'));
    const [broken] = await findings([folder, ...url], {});
    assert.deepEqual(statesOf(broken).slice(-2), ['Connector: broken', 'Schemas for editors: broken']);
    rmSync(home, { recursive: true });
  });
});
