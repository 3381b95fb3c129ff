import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');

/** Which of our packages may depend on which others; `tallyhook` is the command line. */
const allowed: Record<string, string[]> = {
  '@tallyhook/schemas': [],
  '@tallyhook/sdk': ['@tallyhook/schemas'],
  '@tallyhook/query': ['@tallyhook/schemas'],
  '@tallyhook/store': ['@tallyhook/query', '@tallyhook/schemas'],
  '@tallyhook/columns': ['@tallyhook/store', '@tallyhook/query', '@tallyhook/schemas'],
  '@tallyhook/practice': ['@tallyhook/schemas'],
  '@tallyhook/connectors': [],
  '@tallyhook/web': ['@tallyhook/schemas'],
  '@tallyhook/client': ['@tallyhook/schemas'],
  '@tallyhook/engine': ['@tallyhook/sdk', '@tallyhook/store', '@tallyhook/query', '@tallyhook/schemas'],
  '@tallyhook/api': [
    '@tallyhook/engine',
    '@tallyhook/store',
    '@tallyhook/query',
    '@tallyhook/columns',
    '@tallyhook/sdk',
    '@tallyhook/schemas',
  ],
  '@tallyhook/local': ['@tallyhook/api', '@tallyhook/engine', '@tallyhook/store', '@tallyhook/schemas'],
  tallyhook: ['@tallyhook/sdk', '@tallyhook/local', '@tallyhook/store', '@tallyhook/practice', '@tallyhook/schemas'],
};

/** Nothing depends on these, so they may use everything. */
const ends = ['@tallyhook/test', '@tallyhook/bench'];

interface Manifest {
  name: string;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

interface Package extends Manifest {
  folder: string;
}

const packages: Package[] = globSync('{schemas,test,bench,packages/*}/package.json', { cwd: root })
  .sort()
  .map((path) => ({
    ...(JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest),
    folder: join(path, '..'),
  }));

const names = new Set(packages.map(({ name }) => name));

/** Additional entry points of packages. */
const entries = new Set(
  packages.flatMap(({ name, exports = {} }) => Object.keys(exports).map((path) => join(name, path))),
);

/** The files of a package, each with the packages that it imports, types included. */
function readSources({ folder }: Package) {
  return globSync(['*.ts', '{kinds,src,test}/**/*.{ts,tsx}'], { cwd: join(root, folder) })
    .filter((path) => !path.includes('node_modules'))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(root, folder, path), 'utf8') }));
}

function importsOf(text: string): string[] {
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
}

const isTest = (path: string) => /(\.test\.ts$|\/test\/)/.test(path);

describe('The packages', () => {
  for (const { name, dependencies = {}, devDependencies = {}, folder } of packages) {
    if (ends.includes(name)) continue;

    it(`${folder} depends only on its allowed packages`, () => {
      const ours = Object.keys({ ...dependencies, ...devDependencies }).filter((other) => names.has(other));
      assert.ok(allowed[name], `${name} has no row in the table of arrows`);
      assert.deepEqual(
        ours.filter((other) => !allowed[name]!.includes(other)),
        [],
      );
    });

    it(`${folder} imports only packages named in its package.json`, () => {
      const listed = Object.keys({ ...dependencies, ...devDependencies });
      // A package such as `sarif` may contain only types; a missing value fails in the tests of its user.
      const named = new Set([name, ...listed, ...listed.map((other) => other.replace(/^@types\//, '')), 'mocha']);
      const missing = readSources({ name, folder }).flatMap(({ path, text }) =>
        importsOf(text)
          .filter((specifier) => !/^(node:|\.)/.test(specifier))
          .map((specifier) => packageOf(specifier))
          .filter((other) => !named.has(other))
          .map((other) => `${path} imports ${other}`),
      );
      assert.deepEqual(missing, []);
    });
  }

  it('import each other only through their public entries', () => {
    const deep = packages.flatMap((one) =>
      readSources(one).flatMap(({ path, text }) =>
        importsOf(text)
          .filter((specifier) => names.has(packageOf(specifier)) && specifier !== packageOf(specifier))
          .filter((specifier) => !entries.has(specifier))
          .map((specifier) => `${path} imports ${specifier}`),
      ),
    );
    assert.deepEqual(deep, []);
  });

  it('keep the folders of the store free of circular dependencies', () => {
    const folders = new Map<string, Set<string>>();
    for (const { path, text } of readSources(packages.find(({ name }) => name === '@tallyhook/store')!)) {
      const [, folder] = /\/src\/([^/]+)\//.exec(path) ?? [];
      if (folder === undefined || isTest(path)) continue;
      const others = importsOf(text).flatMap((specifier) => /^\.\.\/([^/]+)\//.exec(specifier)?.[1] ?? []);
      folders.set(folder, new Set([...(folders.get(folder) ?? []), ...others]));
    }
    const reached = (folder: string, found = new Set<string>()): Set<string> => {
      for (const other of folders.get(folder) ?? []) if (!found.has(other)) reached(other, found.add(other));
      return found;
    };
    assert.ok(folders.size > 10);
    assert.deepEqual(
      [...folders.keys()].filter((folder) => reached(folder).has(folder)),
      [],
    );
  });

  it('reach the engine from the api only through its client', () => {
    const api = packages.find(({ name }) => name === '@tallyhook/api')!;
    const whole = readSources(api)
      .filter(({ path }) => !isTest(path))
      .filter(({ text }) => importsOf(text).includes('@tallyhook/engine'));
    assert.deepEqual(
      whole.map(({ path }) => path),
      [],
    );
  });

  it('use MongoDB only in the store', () => {
    const importers = packages
      .filter(({ name }) => name !== '@tallyhook/store' && !ends.includes(name))
      .flatMap(readSources)
      .filter(({ path }) => !isTest(path))
      .filter(({ text }) => importsOf(text).includes('mongodb'));
    assert.deepEqual(
      importers.map(({ path }) => path),
      [],
    );
  });

  it('read the environment only in main.ts files', () => {
    const readers = packages
      .filter(({ name }) => !ends.includes(name))
      .flatMap(readSources)
      .filter(({ path }) => !isTest(path) && !path.endsWith('/main.ts'))
      .filter(({ text }) => /\bprocess\.env\b|\bimport\s*\{[^}]*\benv\b[^}]*\}\s*from\s*'node:process'/.test(text));
    assert.deepEqual(
      readers.map(({ path }) => path),
      [],
    );
  });

  it('are all listed as workspaces, so that npm links them', () => {
    const unlinked = packages.filter(({ name }) => !existsSync(join(root, 'node_modules', name)));
    assert.deepEqual(
      unlinked.map(({ name }) => name),
      [],
    );
  });
});

/** `@scope/name` or `name` for an import such as `@scope/name/entry`. */
function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}
