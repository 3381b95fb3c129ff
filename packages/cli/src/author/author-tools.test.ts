import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Ended, runVerb } from '../../test/run-verb.ts';
import { type Finding, findProgram } from './find-program.ts';

const connectors = join(import.meta.dirname, '../../../connectors');
const github = join(connectors, 'github');
const run = (...args: string[]): Promise<Ended> => runVerb(args);

describe('files generated from a connector', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tallyhook-tools-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('go next to the connector folder by default, even when run from inside it', async () => {
    const folder = join(home, 'own');
    assert.equal((await run('init', folder)).code, 0);
    const before = process.cwd();
    try {
      for (const place of [folder, join(folder, 'actions')]) {
        process.chdir(place);
        for (const verb of ['types', 'docs', 'build']) assert.equal((await run(verb, folder)).code, 0);
      }
    } finally {
      process.chdir(before);
    }
    assert.equal((await run('validate', folder)).out.trim(), `${folder}: own 0.1.0, no problems`);
    for (const file of ['own.d.ts', 'own.md', 'own-0.1.0.json']) assert.ok(existsSync(join(home, file)), file);
  });

  it('are refused inside the connector folder, unless connectors may contain such a file', async () => {
    const folder = join(home, 'own');
    await run('init', folder);
    const refused = [
      ['types', '--output', 'own.d.ts'],
      ['docs', '--output', 'own.md'],
      ['build', '--output', 'dist/own.json'],
      ['test', '--junit', 'report.xml'],
    ] as const;
    for (const [verb, option, name] of refused) {
      const { code, out, err } = await run(verb, folder, option, join(folder, name));
      assert.deepEqual([code, out], [2, ''], verb);
      assert.ok(err.includes(`"${join(folder, name)}" is inside the connector folder`), err);
      assert.ok(err.includes(`Use "${join(home, name)}"`), err);
    }
    assert.equal((await run('docs', folder, '-o', join(folder, 'README.md'))).code, 0);
    assert.equal((await run('test', folder, '--junit', join(folder, '.report.xml'))).code, 0);
    assert.equal((await run('validate', folder)).code, 0);
  });

  it('are types that reject wrong inputs, outputs and event keys', async () => {
    for (const name of ['github', 'youtube', 'http', 'notion', 'google-sheets', 'hubspot', 'slack']) {
      const { code, err } = await run('types', join(connectors, name), '-o', join(home, `${name}.d.ts`));
      assert.equal(code, 0, err);
    }
    const comment = `import type { GithubActions, GithubEvents } from './github.d.ts';\nimport type {} from './hubspot.d.ts';\nimport type {} from './slack.d.ts';\nimport type {} from './youtube.d.ts';\nimport type {} from './http.d.ts';\nimport type {} from './notion.d.ts';\nimport type {} from './google-sheets.d.ts';\ntype Input = GithubActions['comment-on-issue']['input'];\nexport const good: Input = { owner: 'a', repository: 'b', number: 1, body: 'c' };\n// @ts-expect-error: a number is not a text\nexport const bad: Input = { owner: 'a', repository: 'b', number: '1', body: 'c' };\n// @ts-expect-error: a misspelt key\nexport const misspelt: Input = { ownr: 'a', repository: 'b', number: 1, body: 'c' };\ndeclare const given: GithubActions['comment-on-issue']['output'];\nexport const id: number | undefined = given.id;\n// @ts-expect-error: in the fixtures it is a number\nexport const text: string | undefined = given.id;\ndeclare const event: GithubEvents['events'];\nexport const title: string | undefined = event.payload.issue?.title;\n// @ts-expect-error: a key that no fixture has\nexport const nothing = event.payload.isue;\n`;
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

  it('are types that compile when actions and webhooks have colliding names', async () => {
    const folder = join(home, 'oauth-2');
    await run('init', folder);
    const declared = readFileSync(join(folder, 'actions/create-contact.json'), 'utf8');
    const names = ['ab1', 'ab-1', 'a-b1', 'oauth-2', 'oauth2'];
    for (const name of names) writeFileSync(join(folder, `actions/${name}.json`), declared);
    const webhook = join(connectors, 'github/webhooks/events.json');
    cpSync(webhook, join(folder, 'webhooks/ab-1.json'));
    const { code, err } = await run('types', folder, '-o', join(home, 'own.d.ts'));
    assert.equal(code, 0, err);
    const text = readFileSync(join(home, 'own.d.ts'), 'utf8');
    const types = [...text.matchAll(/export type (\w+)Input/g)].map(([, name]) => name!);
    assert.deepEqual(types.sort(), ['AB1', 'Ab1', 'Ab1_2', 'CreateContact', 'Oauth2', 'Oauth2_2']);
    const id = /interface (\w+)Actions/.exec(text)![1]!;
    const use = `import type { ${id}Actions } from './own.d.ts';\n${names.map((name, index) => `export const id${index} = {} as ${id}Actions['${name}']['output'];`).join('\n')}\n`;
    writeFileSync(join(home, 'use.ts'), use);
    const compiler = join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--lib', 'es2023'];
    const checked = spawnSync(process.execPath, [compiler, ...options, '--allowImportingTsExtensions', 'use.ts'], {
      cwd: home,
      encoding: 'utf8',
    });
    assert.deepEqual([checked.stdout, checked.status], ['', 0]);
  });

  it('are refused for a connector with mistakes, which are shown as in validate', async () => {
    const folder = join(home, 'own');
    await run('init', folder);
    const file = join(folder, 'actions/create-contact.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"method"', '"mehtod"'));
    const mistake = (await run('validate', folder)).out.split('\n\n')[0]!;
    assert.match(mistake, /\n +\^/);
    const call = ['create-contact', '--connector', folder, '--input', '{}'];
    for (const verb of [
      ['run', ...call],
      ['mock', folder],
      ['release', folder],
      ['types', folder],
      ['docs', folder],
    ]) {
      const { code, err } = await run(...verb);
      assert.equal(code, 1);
      assert.ok(err.includes(`:\n${mistake}\n`), err);
      const { problems } = JSON.parse((await run(...verb, '--json')).out) as { problems: { code: string }[] };
      assert.equal(problems[0]!.code, 'unknown_key', verb[0]);
    }
  });

  it('have unknown outputs and events for a package, which has no fixtures', async () => {
    const [file, types] = [join(home, 'github.json'), join(home, 'github.d.ts')];
    await run('build', github, '-o', file);
    await run('types', file, '-o', types);
    assert.match(readFileSync(types, 'utf8'), /CommentOnIssueOutput = \{\n {2}createdAt\?: unknown;/);
    assert.match(readFileSync(types, 'utf8'), /No fixture contains an event of this webhook[^]*payload: unknown;/);
  });

  it('go to standard output when the file is -', async () => {
    const file = join(home, 'github.d.ts');
    await run('types', github, '-o', file);
    assert.equal((await run('types', github, '-o', '-')).out, readFileSync(file, 'utf8'));
    assert.ok(!existsSync('-'));
  });

  it('are Markdown with every input and webhook', async () => {
    const file = join(home, 'github.md');
    await run('docs', github, '-o', file);
    const text = readFileSync(file, 'utf8');
    assert.match(text, /^# GitHub$/m);
    assert.match(text, /^\| `number` \| integer \| yes \| Number: The number of the issue or pull request\. \|$/m);
    assert.match(text, /deliveries arrive at `\/hooks\/github`/);
  });

  it('are reported as stale by --check only after a change', async () => {
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

describe('help examples of author verbs', () => {
  const home = mkdtempSync(join(tmpdir(), 'tallyhook-examples-'));
  after(() => rmSync(home, { recursive: true }));
  const before = process.cwd();
  beforeEach(() => process.chdir(home));
  afterEach(() => process.chdir(before));

  const verbs = ['init', 'add action', 'add webhook', 'add fixture', 'validate', 'explain', 'build', 'diff'];
  for (const verb of [...verbs, 'types', 'docs', 'test', 'run']) {
    it(`run as printed: ${verb}`, async () => {
      cpSync(github, join(home, 'packages/connectors/github'), { recursive: true });
      // `build` without a name writes to the example's package name.
      if (verb === 'diff') await run('build', 'packages/connectors/github');
      const { out } = await run(...verb.split(' '), '--help');
      const examples = [...out.matchAll(/^ {2}\$ tallyhook (.*)$/gm)].map(([, words]) => words!);
      assert.ok(examples.length > 0, out);
      for (const words of examples) {
        const args = [...words.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, ...found]) => found.find(Boolean)!);
        const { code, err } = await runVerb(args, { input: Readable.from(['a-token\n']) });
        assert.equal(code, 0, `${words}: ${err}`);
      }
    });
  }
});

/** Shells to test: always bash, and zsh if it is installed. */
const shells = ['bash', 'zsh'].filter((shell) => shell === 'bash' || findProgram(process.env, shell) !== undefined);

for (const shell of shells) {
  describe(`${shell} completion`, () => {
    let home: string;
    before(() => {
      home = mkdtempSync(join(tmpdir(), 'tallyhook-completion-'));
      mkdirSync(join(home, 'tallyhook'));
      const accounts = { github: { bot: { values: {} }, default: { values: {} } }, vimeo: { default: { values: {} } } };
      writeFileSync(join(home, 'tallyhook/author-accounts.json'), JSON.stringify(accounts));
    });
    after(() => rmSync(home, { recursive: true }));

    /** What the shell offers for a partly typed line. */
    const complete = async (...words: string[]): Promise<string[]> => {
      const { out } = await run('completion', shell);
      const command = `tallyhook() { '${process.execPath}' '${join(import.meta.dirname, '../main.ts')}' "$@"; }`;
      // Calls the function as zsh's bashcompinit does.
      const asCalled = shell === 'zsh' ? 'emulate sh; setopt kshglob noshglob braceexpand; ' : '';
      const flags = shell === 'zsh' ? ['-fc'] : ['-c'];
      const script = `${out}\n${command}\n${asCalled}COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tallyhook; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout, stderr } = spawnSync(shell, [...flags, script, shell, 'tallyhook', ...words], {
        encoding: 'utf8',
        env: { ...process.env, XDG_CONFIG_HOME: home },
      });
      assert.equal(stderr, '');
      // zsh itself drops candidates that don't start with the typed text.
      const begun = shell === 'zsh' ? words.at(-1)! : '';
      return stdout.split('\n').filter((word) => word !== '' && word.startsWith(begun));
    };

    it('offers verbs, nested verbs, options and option values', async () => {
      assert.deepEqual(await complete('val'), ['validate']);
      assert.deepEqual(await complete('add', ''), ['action', 'webhook', 'fixture', '--help']);
      assert.deepEqual(await complete('add', 'action', '--c'), ['--connector']);
      assert.deepEqual(await complete('validate', 'folder', '--format', 's'), ['sarif']);
      assert.deepEqual(await complete('completion', 'z'), ['zsh']);
      assert.deepEqual(await complete('nonsense', 'more-'), []);
    });

    it('offers codes, and the names of connector parts and saved accounts', async () => {
      assert.deepEqual(await complete('explain', 'missing_k'), ['missing_key']);
      assert.deepEqual(await complete('run', '--connector', github, 'comm'), ['comment-on-issue']);
      assert.deepEqual(await complete('record', 'comm'), []);
      assert.deepEqual(await complete('hook', 'send', '--connector', github, 'e'), ['events']);
      assert.deepEqual(await complete('hook', 'send', '--connector', github, '--fixture', 'pi'), ['ping']);
      assert.deepEqual(await complete('hook', 'send', '--connector', github, '--fixture', 'comm'), [], 'of actions');
      assert.deepEqual(await complete('add', 'fixture', 'x', '--connector', github, '--action', 'create'), [
        'create-issue',
      ]);
      assert.deepEqual(await complete('run', '--account', ''), ['bot', 'default']);
      assert.deepEqual(await complete('accounts', 'test', github, '--account', 'd'), ['default']);
    });

    it('offers the fixtures of the given folders, or of the current folder', async () => {
      const hubspot = join(connectors, 'hubspot');
      assert.deepEqual(await complete('test', github, 'comment-on-m'), ['comment-on-missing-issue']);
      assert.deepEqual(await complete('test', github, 'comment-on-missing-issue', 'pin'), ['ping']);
      assert.deepEqual(await complete('test', hubspot, 'pin'), []);
      assert.deepEqual(await complete('test', github, hubspot, '--coverage', 'pin'), ['ping']);
      const before = process.cwd();
      mkdirSync(join(home, 'test/fixtures'), { recursive: true });
      mkdirSync(join(home, 'fixtures'));
      writeFileSync(join(home, 'fixtures/ping.json'), '{}');
      process.chdir(home);
      try {
        assert.deepEqual(await complete('test', 'pin'), ['ping'], 'a folder is called like the verb');
      } finally {
        process.chdir(before);
      }
    });

    it('neither runs nor offers file and account names that contain commands', async () => {
      const folder = join(home, 'strange');
      const pwned = join(home, 'pwned');
      mkdirSync(join(folder, 'actions'), { recursive: true });
      for (const name of ['good', `$(touch pwned)`, '`touch pwned`', '${HOME}'])
        writeFileSync(join(folder, `actions/${name}.json`), '{}');
      const accounts = join(home, 'tallyhook/author-accounts.json');
      const before = readFileSync(accounts, 'utf8');
      writeFileSync(accounts, JSON.stringify({ github: { '$(touch pwned)': { values: {} }, bot: { values: {} } } }));
      const at = process.cwd();
      process.chdir(home);
      try {
        assert.deepEqual(await complete('run', '--connector', folder, 'g'), ['good']);
        assert.deepEqual(await complete('run', '--account', ''), ['bot']);
        assert.ok(!existsSync(pwned), 'a command ran');
      } finally {
        process.chdir(at);
        writeFileSync(accounts, before);
      }
    });

    it('offers option values after =, list values after a comma, and otherwise files', async () => {
      const written = (option: string, value: string): string[] =>
        shell === 'zsh' ? [`${option}=${value}`] : [option, '=', ...(value === '' ? [] : [value])];
      assert.deepEqual(await complete('run', ...written('--connector', github), 'comm'), ['comment-on-issue']);
      const head = shell === 'zsh' ? '--format=' : '';
      assert.deepEqual(await complete('validate', 'folder', ...written('--format', 's')), [`${head}sarif`]);
      assert.ok((await complete('validate', 'folder', ...written('--format', ''))).includes(`${head}sarif`));
      assert.deepEqual(await complete('mock', github, '--faults', '429,sl'), ['429,slow']);
      assert.deepEqual(await complete('build', github, '-o', ''), []);
      assert.deepEqual(await complete('build', github, '--output', ''), []);
    });

    it('finds names in a connector folder with a space, in any quoting', async () => {
      const folder = join(home, 'with space/gh');
      cpSync(github, folder, { recursive: true });
      for (const quoted of [`"${folder}"`, `'${folder}'`, folder.replace(' ', '\\ ')])
        assert.deepEqual(await complete('run', '--connector', quoted, 'comm'), ['comment-on-issue'], quoted);
    });
  });
}

describe('completion script', () => {
  it('supports bash, and zsh through bashcompinit, but no other shell', async () => {
    assert.equal((await run('completion', 'fish')).code, 2);
    assert.match((await run('completion', 'zsh')).out, /bashcompinit[^]*complete -o default -F _tallyhook tallyhook/);
  });

  it('uses no variable that is special in zsh', async () => {
    const { out } = await run('completion', 'zsh');
    const variables = [...out.matchAll(/^ *local (.*)$/gm)].flatMap(([, names]) => names!.split(' '));
    const names = variables.map((variable) => variable.replace(/=.*/, ''));
    assert.ok(names.includes('typed'), names.join(' '));
    const ofZsh =
      /^(path|fpath|cdpath|manpath|mailpath|module_path|fignore|psvar|watch|status|pipestatus|argv|prompt|signals|options|functions|aliases|commands|parameters|words|compstate|history|widgets|zle_bracketed_paste)$/;
    assert.deepEqual(
      names.filter((name) => ofZsh.test(name)),
      [],
    );
  });
});

describe('tallyhook doctor', () => {
  it('reports a connector that this user cannot read', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tallyhook-doctor-'));
    const folder = join(home, 'github');
    cpSync(github, folder, { recursive: true });
    chmodSync(home, 0o755);
    const isRoot = process.getuid?.() === 0;
    const cases = [
      [folder, 'cannot be read (EACCES). Give this user read access.'],
      [join(folder, 'connector.json'), '1 error'],
    ] as const;
    try {
      for (const [closed, expected] of cases) {
        chmodSync(closed, 0o000);
        // root can read everything.
        if (isRoot) process.seteuid!(65_534);
        const { out, err } = await runVerb(['doctor', folder, '--url', 'http://127.0.0.1:9', '--json']).finally(() => {
          if (isRoot) process.seteuid!(0);
          chmodSync(closed, 0o755);
        });
        const [found, ...others] = (JSON.parse(out) as Finding[]).filter(({ name }) => /Connector|Schemas/.test(name));
        assert.deepEqual(
          [found!.state, found!.detail.endsWith(expected), others, err],
          ['broken', true, [], ''],
          closed,
        );
      }
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  const findings = async (args: string[], environment: Record<string, string>): Promise<[Finding[], number]> => {
    const { code, out } = await runVerb(['doctor', ...args, '--json'], { environment });
    return [JSON.parse(out) as Finding[], code];
  };
  const statesOf = (found: Finding[]): string[] => found.map(({ name, state }) => `${name}: ${state}`);

  it('reports what is present, and what is missing but optional', async () => {
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
    const folder = mkdtempSync(join(tmpdir(), 'tallyhook-doctor-'));
    writeFileSync(join(folder, 'python3'), '', { mode: 0o755 });
    const [fetched] = await findings([github, '--url', url], { PATH: folder });
    rmSync(folder, { recursive: true });
    assert.deepEqual(statesOf(fetched).slice(1, 3), ['MongoDB: missing', 'Temporal: missing']);
    const [without, after] = await findings([tmpdir(), '--url', url], {});
    assert.equal(after, 0);
    assert.deepEqual(statesOf(without).slice(3), ['Product: missing', 'Login: missing', 'Connector: missing']);
  });

  it('continues after an invalid session file or address', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tallyhook-doctor-'));
    const sessionFile = join(home, 'session.json');
    writeFileSync(sessionFile, '{"url":');
    const { code, out } = await runVerb(['doctor', github, '--url', 'garbage', '--json'], { sessionFile });
    const found = JSON.parse(out) as Finding[];
    assert.deepEqual(statesOf(found).slice(3), [
      'Product: broken',
      'Login: broken',
      'Connector: good',
      'Schemas for editors: good',
    ]);
    assert.match(found[3]!.detail, /^"garbage" is not a web address/);
    assert.match(found[4]!.detail, /session\.json is not valid\. Remove the file and log in again/);
    assert.equal(code, 1);
    rmSync(home, { recursive: true });
  });

  it('exits with 2 for a path that is not a folder', async () => {
    for (const [path, message] of [
      [join(github, 'nope'), /There is no folder ".*nope"/],
      [join(github, 'connector.json'), /is a file, not a folder\. Use ".*github"/],
    ] as const) {
      const { code, err } = await runVerb(['doctor', path, '--url', 'http://127.0.0.1:9']);
      assert.equal(code, 2);
      assert.match(err, message);
    }
  });

  it('finds an engine that an earlier start downloaded for this platform', async () => {
    const cacheFolder = mkdtempSync(join(tmpdir(), 'tallyhook-doctor-'));
    const keep = (version: string): string => {
      const folder = join(cacheFolder, 'engines', `mongod-${version}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'mongod'), '', { mode: 0o755 });
      return join(folder, 'mongod');
    };
    const look = async (): Promise<Finding> => {
      const { out } = await runVerb(['doctor', github, '--url', 'http://127.0.0.1:9', '--json'], { cacheFolder });
      return (JSON.parse(out) as Finding[])[1]!;
    };
    keep('6.0.5-amiga-m68k');
    assert.equal((await look()).state, 'missing');
    const path = keep(`6.0.5-${process.platform}-${process.arch}`);
    assert.deepEqual(await look(), { name: 'MongoDB', state: 'good', detail: path });
    rmSync(cacheFolder, { recursive: true });
  });

  it('exits with 1 for outdated or missing schemas and for mistakes in the connector', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tallyhook-doctor-'));
    const folder = join(home, 'my-crm');
    await run('init', folder);
    const url = ['--url', 'http://127.0.0.1:9'];
    assert.equal((await findings([folder, ...url], {}))[1], 0);
    writeFileSync(join(folder, '.schemas/action.schema.json'), '{}');
    const [stale, code] = await findings([folder, ...url], {});
    assert.deepEqual([stale.at(-1)!.detail, code], ['from another version: .schemas/action.schema.json', 1]);
    rmSync(join(folder, '.schemas/webhook.schema.json'));
    assert.equal(
      (await findings([folder, ...url], {}))[0].at(-1)!.detail,
      'missing: .schemas/webhook.schema.json; from another version: .schemas/action.schema.json',
    );
    const file = join(folder, 'connector.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('.schemas/', 'schemas/').replace('0.1.0', '0.1'));
    const [broken] = await findings([folder, ...url], {});
    assert.deepEqual(statesOf(broken).slice(-2), ['Connector: broken', 'Schemas for editors: broken']);
    rmSync(home, { recursive: true });
  });
});
