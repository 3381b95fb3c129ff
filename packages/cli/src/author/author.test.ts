import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { registerAuthorVerbs } from './index.ts';

const github = join(import.meta.dirname, '../../../connectors/github');

/** Runs a command line as `tallyhook` would. */
function run(...args: string[]): { code: number; out: string; err: string } {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const program = new Command('tallyhook')
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.write(text), writeErr: (text) => errors.write(text) });
  registerAuthorVerbs(program, {
    url: undefined,
    key: undefined,
    sessionFile: '/nowhere/session.json',
    cacheFolder: '/nowhere',
    environment: {},
    input: Readable.from([]),
    output,
    errors,
  });
  const before = process.exitCode;
  process.exitCode = 0;
  let code = 0;
  try {
    program.parse(args, { from: 'user' });
    code = Number(process.exitCode);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode === 0 ? 0 : 2;
  } finally {
    process.exitCode = before;
  }
  const text = (stream: PassThrough): string => ((stream.read() as Buffer | null) ?? '').toString();
  return { code, out: text(output), err: text(errors) };
}

describe('the verbs of connector authors', () => {
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

  it('validate says that a connector is valid', () => {
    const { code, out } = run('validate', github);
    assert.equal(code, 0);
    assert.equal(out, `${github}: github 1.0.0, no problems\n`);
  });

  it('validate names file, line, column, pointer and code of a mistake, shows the line, and says what to do', () => {
    const broken = writeBroken();
    const { code, out } = run('validate', broken);
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

  it('validate checks several folders and gives JSON', () => {
    for (const option of [['--json'], ['--format', 'json']]) {
      const { code, out } = run('validate', github, writeBroken(), ...option);
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

  it('validate and build end with 2 when there is no such folder', () => {
    for (const verb of ['validate', 'build']) {
      const { code, err } = run(verb, join(folder, 'nothing'));
      assert.equal(code, 2);
      assert.match(err, /there is no folder ".*nothing"/);
    }
  });

  it('validate ends with 2 for a format that does not exist', () => {
    assert.equal(run('validate', github, '--format', 'xml').code, 2);
  });

  it('build writes the same bytes each time', () => {
    const [one, two] = [join(folder, 'one.json'), join(folder, 'two.json')];
    const { code, out } = run('build', github, '-o', one, '--json');
    assert.equal(code, 0);
    run('build', github, '-o', two);
    assert.deepEqual(readFileSync(one), readFileSync(two));
    const released = JSON.parse(readFileSync(one, 'utf8')) as { sha256: string };
    assert.equal((JSON.parse(out) as { sha256: string }).sha256, released.sha256);
  });

  it('build writes nothing when there are mistakes', () => {
    const file = join(folder, 'broken.json');
    const { code, err } = run('build', writeBroken(), '-o', file);
    assert.equal(code, 1);
    assert.match(err, /unknown_key/);
    assert.throws(() => readFileSync(file), { code: 'ENOENT' });
  });

  it('build ends with 2 when the file cannot be written', () => {
    const { code, err } = run('build', github, '-o', join(folder, 'no/such/folder.json'));
    assert.equal(code, 2);
    assert.match(err, /cannot be written \(ENOENT\)/);
  });

  it('explain tells what a code means, and names the nearest of one that does not exist', () => {
    const { code, out } = run('explain', 'unknown-key');
    assert.equal(code, 0);
    assert.match(
      out,
      /^unknown_key: A key that does not exist here\n[^]*bad: {3}"mehtod": "POST"\n {2}good: {2}"method": "POST"\n$/,
    );
    assert.match(run('explain', 'unknwon_key').err, /there is no code "unknwon_key"; did you mean "unknown_key"\?/);
    assert.equal(run('explain', 'nonsense').code, 2);
    assert.ok((JSON.parse(run('explain', '--json').out) as unknown[]).length > 60);
  });

  for (const verb of ['validate', 'build', 'explain']) {
    it(`${verb} --help shows an example`, () => {
      const { code, out } = run(verb, '--help');
      assert.equal(code, 0);
      assert.match(out, /Example:\n {2}\$ tallyhook/);
    });
  }
});
