// `npm pack` and `npm publish` run this in a package: they give JavaScript with types, since Node strips types nowhere
// below node_modules. The manifest of the archive is written here and put back by postpack.mjs.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const kept = 'package.json.kept';

// A run that broke off left the manifest of the archive behind.
if (existsSync(kept)) renameSync(kept, 'package.json');
const text = readFileSync('package.json', 'utf8');

rmSync('dist', { recursive: true, force: true });
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.publish.json'], { stdio: ['ignore', 2, 2] });
for (const path of globSync('dist/**/*.d.ts')) {
  writeFileSync(path, publishedTypes(readFileSync(path, 'utf8')));
}
copyOtherFiles();

writeFileSync(kept, text);
writeFileSync('package.json', `${JSON.stringify(publishedManifest(JSON.parse(text)), null, 2)}\n`);

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
function copyOtherFiles() {
  const sources = existsSync('src') ? 'src' : '.';
  const isOther = (path) => !/\.(ts|tsx)$/.test(path) && !/(^|\/)(node_modules|dist|test)(\/|$)/.test(path);
  const found = sources === 'src' ? globSync('src/**/*', { withFileTypes: true }) : [];
  for (const entry of found.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if (isOther(path)) cpSync(path, join('dist', path.slice('src/'.length)));
  }
}

/** `publishConfig` names what differs in the archive; npm itself reads only its settings there. */
function publishedManifest({ devDependencies: _, scripts, publishConfig = {}, private: __, ...manifest }) {
  const { access, ...published } = publishConfig;
  return { ...manifest, ...published, scripts: { postpack: scripts.postpack }, publishConfig: { access } };
}
