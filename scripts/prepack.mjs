// `npm pack` and `npm publish` run this in a package. It compiles to JavaScript with types, because Node does not strip
// types below node_modules. Our own packages that it needs are bundled, so that each archive installs alone. Writes the
// manifest of the archive, which postpack.mjs reverts, and copies the licence next to it until then.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const kept = 'package.json.kept';

// An interrupted run left the archive's manifest behind.
if (existsSync(kept)) renameSync(kept, 'package.json');
const text = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(text);
const own = ownPackages(manifest);

compile('.', '.');
for (const { name, folder, manifest: needed } of own) {
  const target = join('node_modules', name);
  compile(folder, target);
  // The dependencies of a bundled package become those of the archive: npm does not look inside.
  const { dependencies: _, ...published } = publishedManifest(needed);
  writeManifest(target, published);
}
cpSync(join(root, 'LICENSE'), 'LICENSE');
writeFileSync(kept, text);
const bundled = own.map(({ name }) => name);
writeManifest('.', {
  ...publishedManifest(manifest),
  dependencies: dependenciesOf([manifest, ...own.map((needed) => needed.manifest)]),
  ...(bundled.length > 0 && { bundleDependencies: bundled }),
});

/** Our packages that a package needs, directly or indirectly. */
function ownPackages({ dependencies }, found = []) {
  for (const name of Object.keys(dependencies).filter(isOwn)) {
    if (found.some((other) => other.name === name)) continue;
    const folder = realpathSync(join(root, 'node_modules', name));
    const needed = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    found.push({ name, folder, manifest: needed });
    ownPackages(needed, found);
  }
  return found;
}

function isOwn(name) {
  return name.startsWith('@tallyhook/');
}

function dependenciesOf(manifests) {
  const all = {};
  for (const { name, dependencies } of manifests) {
    for (const [needed, version] of Object.entries(dependencies)) {
      all[needed] ??= version;
      if (all[needed] !== version)
        throw new Error(`${name} needs ${needed} ${version}, but another package needs ${all[needed]}`);
    }
  }
  return all;
}

function compile(folder, target) {
  const dist = join(target, 'dist');
  rmSync(dist, { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['-p', join(folder, 'tsconfig.publish.json'), '--outDir', dist];
  execFileSync(process.execPath, [tsc, ...options], { stdio: ['ignore', 2, 2] });
  for (const path of globSync(`${dist}/**/*.d.ts`)) {
    writeFileSync(path, publishedTypes(readFileSync(path, 'utf8')));
  }
  copyOtherFiles(folder, dist);
}

/** Fixes emitted types: the compiler keeps `.ts` endings, and JSON imports, which not every reader of types supports. */
function publishedTypes(types) {
  return types
    .replaceAll(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2')
    .replaceAll(
      /^export \{ default as (\w+) \} from '\.[^']*\.json'.*$/gm,
      'export declare const $1: { readonly [keyword: string]: unknown };',
    );
}

/** Copies files next to the sources that are read at run time, such as templates. */
function copyOtherFiles(folder, dist) {
  const sources = join(folder, 'src');
  if (!existsSync(sources)) return;
  const isOther = (path) => !/\.(ts|tsx)$/.test(path) && !/(^|\/)(node_modules|dist|test)(\/|$)/.test(path);
  const found = globSync('**/*', { cwd: sources, withFileTypes: true });
  for (const entry of found.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name).slice(sources.length + 1);
    if (isOther(path)) cpSync(join(sources, path), join(dist, path));
  }
}

/** `publishConfig` names the differences in the archive. npm itself reads only its own settings there. */
function publishedManifest({ devDependencies: _, scripts: ___, publishConfig = {}, private: __, ...manifest }) {
  const { access, ...published } = publishConfig;
  return { ...manifest, ...published, publishConfig: { access } };
}

function writeManifest(folder, written) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(written, null, 2)}\n`);
}
