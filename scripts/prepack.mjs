// `npm pack` and `npm publish` run this in a package: they give JavaScript with types, since Node strips types nowhere
// below node_modules. Packages of ours that it needs go into the archive, so that each archive installs alone. The
// manifest of the archive is written here and put back by postpack.mjs, and the licence lies beside it meanwhile.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const kept = 'package.json.kept';

// A run that broke off left the manifest of the archive behind.
if (existsSync(kept)) renameSync(kept, 'package.json');
const text = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(text);
const own = ownPackages(manifest);

compile('.', '.');
for (const { name, folder, manifest: needed } of own) {
  const target = join('node_modules', name);
  compile(folder, target);
  // What it needs itself is what the archive needs: npm looks for nothing inside.
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

/** Our packages that a package needs, and those that they need. */
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
        throw new Error(`${name} needs ${needed} ${version}, and another one ${all[needed]}`);
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

/** The compiler leaves the endings of sources in types, and files of JSON, which not every reader of types can read. */
function publishedTypes(types) {
  return types
    .replaceAll(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2')
    .replaceAll(
      /^export \{ default as (\w+) \} from '\.[^']*\.json'.*$/gm,
      'export declare const $1: { readonly [keyword: string]: unknown };',
    );
}

/** What lies beside the sources and is no source, such as templates, is read at run time. */
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

/** `publishConfig` names what differs in the archive; npm itself reads only its settings there. */
function publishedManifest({ devDependencies: _, scripts: ___, publishConfig = {}, private: __, ...manifest }) {
  const { access, ...published } = publishConfig;
  return { ...manifest, ...published, publishConfig: { access } };
}

function writeManifest(folder, written) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(written, null, 2)}\n`);
}
