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
import { stripTypeScriptTypes } from 'node:module';
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
  bundleDependencies?: string[];
  devDependencies?: unknown;
  scripts?: unknown;
}

/** A connector author's program: it is compiled, not run, and uses the types. */
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

/** A program that asks questions of a workspace: the service in it returns the request. */
const asker = `
import { createClient, Problem, type Answer, type Question } from '@tallyhook/client';

const echo: typeof fetch = async (_address, options) => new Response(String(options?.body));
const client = createClient({ url: 'http://127.0.0.1:1', key: 'k', fetch: echo });
const question: Question<'ticket'> = { type: 'ticket', measures: [{ fn: 'count' }] };
console.log(JSON.stringify(await client.query(question)), typeof Problem);
export const count = (answer: Answer<{ type: 'ticket' }>): number => answer.overall.count;
// @ts-expect-error the declarations of this workspace have no such field
export const wrong = () => client.query({ type: 'ticket', groupBy: [{ field: 'statsu' }] });
`;

/** A `GET /api/types.d.ts` response for a workspace with one type. */
const declarations = `
import '@tallyhook/client';
declare module '@tallyhook/client' {
  interface RecordTypes {
    ticket: {
      fields: { status: string };
      condition: { field: 'status'; op: 'eq'; value: string };
      group: { field: 'status' };
      measure: { fn: 'count'; field?: undefined; as?: string };
      values: { status: string };
    };
  }
}
`;

const published = ['@tallyhook/sdk', '@tallyhook/client'];

describe('the published packages', function () {
  this.timeout(300_000);
  let home: string;
  /** Where the SDK and the client are installed, without any other package of ours. */
  let folder: string;

  before(async () => {
    home = mkdtempSync(join(tmpdir(), 'tallyhook-published-'));
    folder = join(home, 'consumer');
    copySources();
    const [schemas, sdk, client] = await Promise.all(['schemas', 'packages/sdk', 'packages/client'].map(pack));
    install(sdk!, folder);
    install(client!, folder);
    install(schemas!, join(home, 'editor'));
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    writeFileSync(join(folder, 'tallyhook.d.ts'), declarations);
    for (const [name, source] of [
      ['consumer', consumer],
      ['asker', asker],
    ] as const) {
      writeFileSync(join(folder, `${name}.ts`), source);
      writeFileSync(join(folder, `${name}.js`), stripTypeScriptTypes(source));
    }
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  /** Packing temporarily replaces the manifest, so it runs outside of the clone, which other tests use. */
  function copySources(): void {
    for (const path of ['schemas', 'packages/sdk', 'packages/client', 'packages/cli']) {
      const left = ['node_modules', 'dist', 'test'];
      cpSync(join(clone, path), join(home, path), {
        recursive: true,
        filter: (from) => !left.includes(basename(from)),
      });
      // A folder of its own: packing adds the bundled dependencies to it.
      const own = join(clone, path, 'node_modules');
      mkdirSync(join(home, path, 'node_modules'));
      for (const name of existsSync(own) ? readdirSync(own) : []) {
        symlinkSync(join(own, name), join(home, path, 'node_modules', name));
      }
    }
    for (const path of ['tsconfig.base.json', 'tsconfig.publish.json', 'scripts', 'LICENSE']) {
      cpSync(join(clone, path), join(home, path), { recursive: true });
    }
    symlinkSync(join(clone, 'node_modules'), join(home, 'node_modules'));
  }

  async function pack(path: string): Promise<{ path: string; archive: string }> {
    const before = readFileSync(join(home, path, 'package.json'), 'utf8');
    const options = ['pack', '--silent', '--pack-destination', home];
    const { stdout } = await run('npm', options, { cwd: join(home, path), env: nodeFirst() });
    assert.equal(readFileSync(join(home, path, 'package.json'), 'utf8'), before, 'the manifest is as it was');
    const left = ['dist', 'LICENSE'].filter((name) => existsSync(join(home, path, name)));
    assert.deepEqual(left, [], 'nothing that was put there is left');
    return { path, archive: join(home, stdout.trim().split('\n').at(-1)!) };
  }

  /** Puts the test runner's own `node` first on the PATH for lifecycle scripts. */
  function nodeFirst(): NodeJS.ProcessEnv {
    return { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  }

  /** Unpacks an archive where npm would put it; other dependencies come from the clone, so nothing is downloaded. */
  function install({ path, archive }: { path: string; archive: string }, into: string): void {
    const unpacked = `${archive}-unpacked`;
    mkdirSync(unpacked);
    execTar(archive, unpacked);
    const { name, dependencies = {} } = readManifest(join(unpacked, 'package'));
    const target = join(into, 'node_modules', name);
    cpSync(join(unpacked, 'package'), target, { recursive: true });
    for (const other of Object.keys(dependencies).filter((found) => !found.startsWith('@tallyhook/'))) {
      const link = join(target, 'node_modules', other);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(findInClone(path, other), link);
    }
  }

  function findInClone(path: string, name: string): string {
    // Dependencies of a bundled package of ours are installed with that package.
    const places = [join(clone, path), join(clone, 'packages/sdk'), clone].map((place) =>
      join(place, 'node_modules', name),
    );
    return places.find((place) => existsSync(place)) ?? assert.fail(`${name} is not installed`);
  }

  const readManifest = (path: string): Manifest =>
    JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;
  const installed = (name: string): string => join(folder, 'node_modules', name);
  const schemasOf = (name: string): string => join(installed(name), 'node_modules/@tallyhook/schemas');

  it('contain JavaScript and types, and nothing needed only for development', () => {
    for (const place of published.flatMap((name) => [installed(name), schemasOf(name)])) {
      const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter(
        (file) => !file.startsWith('node_modules'),
      );
      assert.ok(files.includes('dist/index.js') && files.includes('dist/index.d.ts'), files.join(' '));
      const others = files.filter((file) => /\.test\.|(?<!\.d)\.ts$|tsconfig|mocharc|\.kept$|^(src|test)\b/.test(file));
      assert.deepEqual(others, []);
      const { exports, devDependencies, scripts } = readManifest(place);
      assert.deepEqual([devDependencies, scripts], [undefined, undefined]);
      assert.doesNotMatch(JSON.stringify(exports), /\.ts"(?!,"default")/);
    }
  });

  it('contain the licence and a README', () => {
    const licence = readFileSync(join(clone, 'LICENSE'), 'utf8');
    for (const name of published) {
      assert.equal(readFileSync(join(installed(name), 'LICENSE'), 'utf8'), licence, name);
      assert.match(readFileSync(join(installed(name), 'README.md'), 'utf8'), /^# /, name);
    }
  });

  it('install alone, with our packages bundled and all other dependencies declared', () => {
    for (const name of published) {
      const { dependencies = {}, bundleDependencies = [] } = readManifest(installed(name));
      const ours = Object.keys(dependencies).filter((needed) => needed.startsWith('@tallyhook/'));
      assert.deepEqual([ours, bundleDependencies], [['@tallyhook/schemas'], ['@tallyhook/schemas']]);
      assert.ok('ajv-formats' in dependencies);
      assert.equal(readManifest(schemasOf(name)).dependencies, undefined);
    }
  });

  it('compile a connector with Node 24 and with Node 22', async () => {
    for (const node of [process.execPath, await fetchNode22()]) {
      const { stdout } = await run(node, ['consumer.js', github], { cwd: folder });
      assert.equal(stdout, 'github  none\n{"a":{"b":"x"}}\n');
    }
  });

  it('ask a question with Node 24 and with Node 22', async () => {
    for (const node of [process.execPath, await fetchNode22()]) {
      const { stdout } = await run(node, ['asker.js'], { cwd: folder });
      assert.equal(stdout, '{"type":"ticket","measures":[{"fn":"count"}]} function\n');
    }
  });

  for (const resolution of [
    '--module nodenext',
    '--module node16 --moduleResolution node16',
    '--module esnext --moduleResolution bundler',
  ])
    it(`have types that compile in strict mode and without skipLibCheck, with ${resolution}`, async () => {
      const tsc = join(clone, 'node_modules/typescript/bin/tsc');
      const options = `--noEmit --strict --skipDefaultLibCheck --target es2022 --types node ${resolution}`.split(' ');
      const types = ['--typeRoots', join(clone, 'node_modules/@types')];
      const { stdout } = await run(
        process.execPath,
        [tsc, ...options, ...types, 'consumer.ts', 'asker.ts', 'tallyhook.d.ts'],
        { cwd: folder },
      ).catch((error: { stdout: string }) => error);
      assert.equal(stdout, '');
    });

  it('include the schemas for editors', () => {
    const schema = JSON.parse(
      readFileSync(join(home, 'editor/node_modules/@tallyhook/schemas/dist/action.schema.json'), 'utf8'),
    ) as {
      title: string;
    };
    assert.equal(schema.title, 'ConnectorAction');
  });

  if (isLong) {
    it('include the command, which creates and checks a connector with Node 24 and with Node 22', async () => {
      const alone = join(home, 'author');
      install(await pack('packages/cli'), alone);
      const command = join(alone, 'node_modules/tallyhook/bin/tallyhook.mjs');
      for (const name of ['LICENSE', 'README.md'])
        assert.ok(existsSync(join(alone, 'node_modules/tallyhook', name)), name);
      for (const node of [process.execPath, await fetchNode22()]) {
        const made = join(alone, basename(dirname(node)), 'contacts');
        await run(node, [command, 'init', made]);
        const { stdout } = await run(node, [command, 'validate', made]);
        assert.equal(stdout, `${made}: contacts 0.1.0, no problems\n`);
        const { stdout: tested } = await run(node, [command, 'test', made]);
        assert.match(tested, /\d passed/);
      }
    });
  }
});

function execTar(archive: string, folder: string): void {
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
}
