import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Ended, runVerb } from '../../test/run-verb.ts';

const github = join(import.meta.dirname, '../../../connectors/github');

const run = (...args: string[]): Promise<Ended> => runVerb(args);

describe('author verbs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallyhook-author-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const writeBroken = (): string => {
    const broken = join(folder, 'broken');
    mkdirSync(join(broken, 'actions'), { recursive: true });
    const connector = {
      id: 'broken',
      name: 'Broken',
      version: '1.0.0',
      hosts: ['api.example.com'],
      signIn: { kind: 'none' },
      request: { baseUrl: 'https://api.example.com' },
    };
    writeFileSync(join(broken, 'connector.json'), JSON.stringify(connector));
    const action =
      '{\n  "label": "A",\n  "input": { "type": "object", "properties": {} },\n  "request": { "mehtod": "GET", "path": "/" }\n}\n';
    writeFileSync(join(broken, 'actions/a.json'), action);
    return broken;
  };

  it('validate reports a valid connector', async () => {
    const { code, out } = await run('validate', github);
    assert.equal(code, 0);
    assert.equal(out, `${github}: github 1.1.1, no problems\n`);
  });

  it('validate says at the end and in the count if a file has more mistakes than it lists', async () => {
    const broken = writeBroken();
    const path = join(broken, 'actions/a.json');
    const keys = Array.from({ length: 20_000 }, (_, key) => `"x${key}": 1`).join(',\n');
    writeFileSync(path, readFileSync(path, 'utf8').replace('{', `{${keys},`).replace('mehtod', 'method'));
    const { code, out } = await run('validate', broken);
    assert.equal(code, 1);
    assert.match(out, /more_mistakes {2}only the first 200 mistakes of this file are reported; there may be more\n/);
    assert.ok(out.endsWith(`  hint: fix these and check again\n\n${broken}: at least 200 errors\n`), out.slice(-300));
    for (const format of ['json', 'sarif']) {
      const text = (await run('validate', broken, '--format', format)).out;
      assert.ok(text.lastIndexOf('more_mistakes') > text.lastIndexOf('unknown_key'), format);
    }
  });

  it('validate shows the place, code and source line of a mistake, and what to do', async () => {
    const broken = writeBroken();
    const { code, out } = await run('validate', broken);
    assert.equal(code, 1);
    assert.equal(
      out,
      [
        `${broken}/actions/a.json:4:16  #/request/mehtod  unknown_key  unknown key "mehtod"`,
        '    "request": { "mehtod": "GET", "path": "/" }',
        '                 ^',
        '  hint: did you mean "method"?',
        '',
        `${broken}: 1 error`,
        '',
      ].join('\n'),
    );
  });

  it('validate checks several folders and prints JSON', async () => {
    for (const option of [['--json'], ['--format', 'json']]) {
      const { code, out } = await run('validate', github, writeBroken(), ...option);
      const answer = JSON.parse(out) as {
        valid: boolean;
        connectors: { valid: boolean; problems: { code: string }[] }[];
      };
      assert.equal(code, 1);
      assert.equal(answer.valid, false);
      assert.deepEqual(
        answer.connectors.map(({ valid, problems }) => [valid, problems.map((problem) => problem.code)]),
        [
          [true, []],
          [false, ['unknown_key']],
        ],
      );
    }
  });

  it('validate and build exit with 2 for a missing folder', async () => {
    for (const verb of ['validate', 'build']) {
      const { code, err } = await run(verb, join(folder, 'nothing'));
      assert.equal(code, 2);
      assert.match(err, /There is no folder ".*nothing"/);
    }
  });

  it('validate writes annotations for GitHub Actions, one line per problem', async () => {
    const broken = writeBroken();
    const { code, out } = await run('validate', github, broken, '--format', 'github');
    assert.equal(code, 1);
    assert.equal(
      out,
      [
        `::error file=${broken}/actions/a.json,line=4,col=16,title=unknown_key::unknown key "mehtod" (#/request/mehtod)%0Adid you mean "method"?`,
        `${github}: github 1.1.1, no problems`,
        `${broken}: 1 error`,
        '',
      ].join('\n'),
    );
  });

  it('validate refuses --json together with another format', async () => {
    for (const format of ['sarif', 'github', 'text']) {
      const { code, err } = await run('validate', github, '--format', format, '--json');
      assert.equal(code, 2);
      assert.ok(
        err.includes(`error: --json means --format json and conflicts with --format ${format}; pass only one of them`),
        err,
      );
    }
    const both = await run('validate', github, '--format', 'json', '--json');
    assert.deepEqual(both, await run('validate', github, '--json'));
  });

  it('validate warns if two folders share an id, but not if one is named twice', async () => {
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    for (const path of [one, other]) assert.equal((await run('init', path, '--id', 'my-crm')).code, 0);
    const { code, out } = await run('validate', one, other);
    assert.equal(code, 0);
    const place = `${other}/connector.json:3:9  #/id  repeated_id  warning: `;
    assert.ok(
      out.startsWith(`${one}: my-crm 0.1.0, no problems\n${place}the connector in "${one}" has the same id\n`),
      out,
    );
    assert.match(out, /other: my-crm 0\.1\.0, 1 warning\n$/);
    assert.doesNotMatch((await run('validate', one, `${one}/`)).out, /warning/);
  });

  it('validate writes SARIF with a rule for each code found', async () => {
    const broken = writeBroken();
    const { code, out } = await run('validate', github, broken, '--format', 'sarif');
    assert.equal(code, 1);
    const { version, runs } = JSON.parse(out) as {
      version: string;
      runs: { tool: { driver: { rules: { id: string }[] } }; results: unknown[] }[];
    };
    assert.equal(version, '2.1.0');
    assert.deepEqual(
      runs[0]!.tool.driver.rules.map(({ id }) => id),
      ['unknown_key'],
    );
    assert.deepEqual(runs[0]!.results, [
      {
        ruleId: 'unknown_key',
        ruleIndex: 0,
        level: 'error',
        message: { text: 'unknown key "mehtod"; did you mean "method"?' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: pathToFileURL(join(broken, 'actions/a.json')).href },
              region: {
                startLine: 4,
                startColumn: 16,
                snippet: { text: '  "request": { "mehtod": "GET", "path": "/" }' },
              },
            },
            logicalLocations: [{ fullyQualifiedName: '#/request/mehtod' }],
          },
        ],
      },
    ]);
  });

  it('validate checks each connector in a folder of connectors', async () => {
    writeBroken();
    const { code, out } = await run('validate', folder);
    assert.equal(code, 1);
    assert.match(out, /unknown_key/);
    assert.ok(out.endsWith(`${join(folder, 'broken')}: 1 error\n`));
  });

  it('validate checks 100 connectors in less than three seconds', async () => {
    // About twenty files each, so that the bound does not move with what the shipped connector can do.
    const isCounted = (file: string): boolean =>
      !/fixtures\/\w*(?:subscribe|issues-switched|repository-hidden)/.test(file);
    for (let index = 0; index < 100; index++) {
      const copy = join(folder, `github-${index}`);
      cpSync(github, copy, { recursive: true, filter: isCounted });
      const file = join(copy, 'connector.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"id": "github"', `"id": "github-${index}"`));
    }
    const times: number[] = [];
    // CPU time of the fastest run, so that other load on the machine matters little.
    while (times.length < 10 && !times.some((tookMs) => tookMs < 3_000)) {
      const before = process.cpuUsage();
      const { code, out } = await run('validate', folder, '--json');
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1_000);
      assert.equal(code, 0);
      assert.equal((JSON.parse(out) as { connectors: unknown[] }).connectors.length, 100);
    }
    assert.ok(Math.min(...times) < 3_000, `took ${times.map(Math.round).join(', ')} ms`);
  });

  it('validate exits with 2 for an unknown format', async () => {
    assert.equal((await run('validate', github, '--format', 'xml')).code, 2);
  });

  it('build writes the same bytes each time', async () => {
    const [one, two] = [join(folder, 'one.json'), join(folder, 'two.json')];
    const { code, out } = await run('build', github, '-o', one, '--json');
    assert.equal(code, 0);
    await run('build', github, '-o', two);
    assert.deepEqual(readFileSync(one), readFileSync(two));
    const released = JSON.parse(readFileSync(one, 'utf8')) as { sha256: string };
    assert.equal((JSON.parse(out) as { sha256: string }).sha256, released.sha256);
  });

  it('build -o - writes the package to standard output and the summary to standard error', async () => {
    const file = join(folder, 'three.json');
    await run('build', github, '-o', file);
    const { code, out, err } = await run('build', github, '-o', '-');
    assert.deepEqual([code, out], [0, readFileSync(file, 'utf8')]);
    assert.match(err, /^-: github \d+\.\d+\.\d+, \d+ bytes, sha256 /);
    assert.throws(() => readFileSync('-'), { code: 'ENOENT' });
  });

  it('build writes nothing when there are mistakes', async () => {
    const file = join(folder, 'broken.json');
    const { code, err } = await run('build', writeBroken(), '-o', file);
    assert.equal(code, 1);
    assert.match(err, /unknown_key/);
    assert.throws(() => readFileSync(file), { code: 'ENOENT' });
  });

  it('build, types, docs and test create missing folders, and exit with 2 if they cannot', async () => {
    const file = join(folder, 'new/folder/file');
    for (const [verb, option] of [
      ['build', '-o'],
      ['types', '-o'],
      ['docs', '-o'],
      ['test', '--junit'],
    ] as const) {
      assert.equal((await run(verb, github, option, file)).code, 0, verb);
      const { code, err } = await run(verb, github, option, join(file, 'below'));
      assert.deepEqual([code, /below" cannot be written \(E\w+\)/.test(err)], [2, true], verb);
    }
  });

  it('verbs that expect a folder suggest one if they get a file', async () => {
    for (const name of ['connector.json', 'fixtures/ping.json']) {
      const file = join(github, name);
      for (const args of [['validate'], ['build'], ['mock'], ['dev', '--no-install'], ['test']]) {
        const { code, err } = await run(...args, file);
        assert.equal(code, 2, args[0]);
        assert.ok(err.includes(`"${file}" is a file, not a folder. Use "${github}".`), err);
      }
    }
  });

  it('explain describes a code, and suggests the nearest one for an unknown code', async () => {
    const { code, out } = await run('explain', 'unknown-key');
    assert.equal(code, 0);
    assert.match(out, /^unknown_key: An unknown key\n[^]*bad: {3}"mehtod": "POST"\n {2}good: {2}"method": "POST"\n$/);
    assert.match((await run('explain', 'unknwon_key')).err, /unknown code "unknwon_key"; did you mean "unknown_key"\?/);
    assert.match((await run('explain', 'unknown_nam')).err, /"unknown_nam"; did you mean "unknown_name"\?/);
    const ofOneWord = (await run('explain', 'Unknown')).err;
    assert.match(ofOneWord, /"Unknown"; similar codes: (unknown_\w+[,;] )+`tallyhook explain` lists all codes\n/);
    const nonsense = await run('explain', 'nonsense');
    assert.equal(nonsense.code, 2);
    assert.match(nonsense.err, /unknown code "nonsense"; `tallyhook explain` lists all codes\n/);
    assert.ok((JSON.parse((await run('explain', '--json')).out) as unknown[]).length > 60);
  });

  for (const verb of ['validate', 'build', 'explain', 'add', 'hook', 'accounts']) {
    it(`${verb} --help shows an example`, async () => {
      const { code, out } = await run(verb, '--help');
      assert.equal(code, 0);
      assert.match(out, /Example:\n {2}\$ tallyhook/);
    });
  }
});
