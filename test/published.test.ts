import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fetchNode22 } from './node-22.ts';
import { clone } from './product.ts';

const run = promisify(execFile);
const isLong = process.env.TALLYHOOK_LONG === '1';
const github = join(clone, 'packages/connectors/github');

interface Manifest {
  name: string;
  exports: Record<string, unknown>;
  dependencies?: Record<string, string>;
  devDependencies?: unknown;
}

/** What a connector author writes: it compiles a connector, runs nothing, and knows the types. */
const consumer = `
import { compileConnector, formatProblems, renderTemplate, type ConnectorPackage, type SourceProblem } from '@tallyhook/sdk';

const { package: released, problems } = compileConnector(process.argv[2] ?? '.');
const compiled: ConnectorPackage | undefined = released;
const first: SourceProblem | undefined = problems[0];
console.log(compiled?.connector.id, formatProblems(problems, { format: 'text' }), first?.line ?? 'none');
console.log(renderTemplate('{"a":{"b":{{title|json}}}}', { title: 'x' }));
// @ts-expect-error the name of a connector is a text
export const wrong: number = compiled!.connector.name;
`;

describe('the published packages', function () {
  this.timeout(240_000);
  let home: string;
  let folder: string;

  before(async () => {
    home = mkdtempSync(join(tmpdir(), 'tallyhook-published-'));
    folder = join(home, 'consumer');
    copySources();
    const packed = await Promise.all(['schemas', 'packages/sdk'].map(pack));
    packed.forEach(install);
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    writeFileSync(join(folder, 'consumer.ts'), consumer);
    writeFileSync(
      join(folder, 'consumer.js'),
      consumer.replaceAll(/, type \w+|: \w+( \| undefined)?(?= =)|!(?=\.)/g, ''),
    );
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  /** Packing replaces the manifest for a moment, so it is done beside the clone, where other tests run. */
  function copySources(): void {
    for (const path of ['schemas', 'packages/sdk', 'packages/cli', 'packages/practice']) {
      const left = ['node_modules', 'dist', 'test'];
      cpSync(join(clone, path), join(home, path), {
        recursive: true,
        filter: (from) => !left.includes(basename(from)),
      });
      const own = join(clone, path, 'node_modules');
      if (existsSync(own)) symlinkSync(own, join(home, path, 'node_modules'));
    }
    for (const path of ['tsconfig.base.json', 'tsconfig.publish.json', 'scripts']) {
      cpSync(join(clone, path), join(home, path), { recursive: true });
    }
    symlinkSync(join(clone, 'node_modules'), join(home, 'node_modules'));
  }

  async function pack(path: string): Promise<{ path: string; archive: string }> {
    const before = readFileSync(join(home, path, 'package.json'), 'utf8');
    const options = ['pack', '--silent', '--pack-destination', home];
    const { stdout } = await run('npm', options, { cwd: join(home, path), env: nodeFirst() });
    assert.equal(readFileSync(join(home, path, 'package.json'), 'utf8'), before, 'the manifest is as it was');
    assert.equal(existsSync(join(home, path, 'dist')), false, 'nothing that was built is left');
    return { path, archive: join(home, stdout.trim().split('\n').at(-1)!) };
  }

  /** The `node` of lifecycle scripts is the one that runs the tests. */
  function nodeFirst(): NodeJS.ProcessEnv {
    return { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  }

  /** Unpacks an archive where npm would put it; what others made comes from the clone, so that nothing is fetched. */
  function install({ path, archive }: { path: string; archive: string }): void {
    const unpacked = `${archive}-unpacked`;
    mkdirSync(unpacked);
    execTar(archive, unpacked);
    const { name, dependencies = {} } = readManifest(join(unpacked, 'package'));
    const target = join(folder, 'node_modules', name);
    cpSync(join(unpacked, 'package'), target, { recursive: true });
    for (const other of Object.keys(dependencies).filter((found) => !found.startsWith('@tallyhook/'))) {
      const link = join(target, 'node_modules', other);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(findInClone(path, other), link);
    }
  }

  function findInClone(path: string, name: string): string {
    const places = [join(clone, path), clone].map((place) => join(place, 'node_modules', name));
    return places.find((place) => existsSync(place)) ?? assert.fail(`${name} is not installed`);
  }

  const readManifest = (path: string): Manifest =>
    JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;
  const installed = (name: string): string => join(folder, 'node_modules', name);

  it('hold JavaScript and types, and nothing that is only for their development', () => {
    for (const name of ['@tallyhook/schemas', '@tallyhook/sdk']) {
      const files = readdirSync(installed(name), { recursive: true, encoding: 'utf8' }).filter(
        (file) => !file.startsWith('node_modules'),
      );
      assert.ok(files.includes('dist/index.js') && files.includes('dist/index.d.ts'), files.join(' '));
      const others = files.filter((file) => /\.test\.|(?<!\.d)\.ts$|tsconfig|mocharc|\.kept$|^(src|test)\b/.test(file));
      assert.deepEqual(others, []);
      const { exports, devDependencies } = readManifest(installed(name));
      assert.equal(devDependencies, undefined);
      assert.doesNotMatch(JSON.stringify(exports), /\.ts"(?!,"default")/);
    }
  });

  it('name only packages of which each is published too', () => {
    for (const name of ['@tallyhook/schemas', '@tallyhook/sdk']) {
      const ours = Object.keys(readManifest(installed(name)).dependencies ?? {}).filter((n) =>
        n.startsWith('@tallyhook/'),
      );
      for (const other of ours) assert.ok(existsSync(installed(other)), `${name} needs ${other}`);
    }
  });

  it('compile a connector with Node 24 and with Node 22', async () => {
    for (const node of [process.execPath, await fetchNode22()]) {
      const { stdout } = await run(node, ['consumer.js', github], { cwd: folder });
      assert.equal(stdout, 'github  none\n{"a":{"b":"x"}}\n');
    }
  });

  it('have types that a strict reader takes, without leaving out those of libraries', async () => {
    const tsc = join(clone, 'node_modules/typescript/bin/tsc');
    const options = '--noEmit --strict --skipDefaultLibCheck --module nodenext --target es2024 --types node'.split(' ');
    const types = ['--typeRoots', join(clone, 'node_modules/@types')];
    const { stdout } = await run(process.execPath, [tsc, ...options, ...types, 'consumer.ts'], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    assert.equal(stdout, '');
  });

  it('bring the schemas for editors', () => {
    const schema = JSON.parse(
      readFileSync(join(installed('@tallyhook/schemas'), 'dist/action.schema.json'), 'utf8'),
    ) as {
      title: string;
    };
    assert.equal(schema.title, 'ConnectorAction');
  });

  if (isLong) {
    it('bring the command, which makes a connector and checks it with Node 24 and with Node 22', async () => {
      const packed = await Promise.all(['packages/practice', 'packages/cli'].map(pack));
      packed.forEach(install);
      const command = join(installed('tallyhook'), 'bin/tallyhook.mjs');
      for (const node of [process.execPath, await fetchNode22()]) {
        const made = join(folder, basename(dirname(node)), 'contacts');
        await run(node, [command, 'init', made]);
        const { stdout } = await run(node, [command, 'validate', made]);
        assert.equal(stdout, `${made}: contacts 0.1.0, no problems\n`);
        const { stdout: tested } = await run(node, [command, 'test', made]);
        assert.match(tested, /\d passed/);
        assert.match((await run(node, [command, 'release', made, '--dry-run'])).stdout, /can be released/);
      }
    });
  }
});

function execTar(archive: string, folder: string): void {
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
}
