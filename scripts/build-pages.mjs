// npm run build:pages: builds packages/web into packages/web/dist when its sources changed. Runs under Node 20 or newer.
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pathToFileURL } from 'node:url';
import { prepare, root, runScript, SetupError, showWaiting } from './prepare.mjs';

const folder = join(root, 'packages', 'web');
const dist = join(folder, 'dist');
/** The file that records the sources of a build. */
const stampName = '.sources';

/**
 * Builds the pages unless they are up to date. Returns their folder.
 * @throws SetupError
 */
export async function buildPages() {
  const node = await prepare();
  const digest = digestOfSources();
  if (stampOf(dist) !== digest) await build(node, digest);
  return dist;
}

async function build(node, digest) {
  const done = showWaiting('Building the pages');
  const made = makeFolder();
  try {
    const { code, output } = await runVite(node, made);
    if (code !== 0) {
      done(false);
      throw new SetupError(
        `The pages could not be built (${whyOf(output)}): fix packages/web, or run npm run build:pages -- --verbose for the full output.`,
      );
    }
    compressAssets(join(made, 'assets'));
    writeFileSync(join(made, stampName), digest);
    chmodSync(made, 0o755);
    putInPlace(made, digest);
    done(true);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Adds a compressed file to each script and style sheet; the api sends it to browsers that accept it. */
function compressAssets(assets) {
  for (const name of readdirSync(assets)) {
    if (!/\.(js|css)$/.test(name)) continue;
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(readFileSync(join(assets, name))));
  }
}

/** A folder next to the target, so that a rename can move it there atomically. */
function makeFolder() {
  try {
    return mkdtempSync(`${dist}-`);
  } catch (error) {
    throw new SetupError(
      `The pages could not be built: ${relative(root, folder)} cannot be written to (${error.code}).`,
    );
  }
}

/** Another start may build at the same time. Both build the same pages, so either result will do. */
function putInPlace(made, digest) {
  const old = `${made}-old`;
  try {
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(made, dist);
  } catch (error) {
    if (stampOf(dist) !== digest) throw new SetupError(`The pages could not be put in place (${error.message}).`);
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

function runVite(node, outDir) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(node, [vite, 'build', folder, '--outDir', outDir, '--logLevel', 'warn'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (text) => {
    output += text;
    if (process.argv.includes('--verbose')) process.stderr.write(text);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code, signal) => resolve({ code: code ?? signal, output }));
  });
}

/** Extracts the error and its place from Vite's output, without heading, drawing and stack. */
function whyOf(output) {
  // eslint-disable-next-line no-control-regex
  const plain = output.replaceAll(/\u001b\[[0-9;]*m/g, '').split(/\n\s+at /)[0];
  const lines = plain.split('\n').map((line) => line.trim());
  const said = lines.find((line) => /^\w|^\[/.test(line) && !/^(error during build|build failed)/i.test(line));
  const cause = lines[lines.indexOf('Caused by:') + 1];
  const place = /╭─+\[ (.+?) \]/.exec(plain)?.[1];
  const what = (lines.includes('Caused by:') ? cause : said?.replace(/^\[.*?\] /, '')) ?? 'Vite gave no reason';
  return place === undefined ? what : `${what}, at ${place}`;
}

/** Changes with every file that goes into the pages, and with the versions of the packages. */
function digestOfSources() {
  const hash = createHash('sha256');
  const named = [join(root, 'package-lock.json'), join(root, 'tsconfig.base.json'), ...ownSources.map(inFolder)];
  const folders = [inFolder('src'), inFolder('public'), join(root, 'schemas')];
  for (const path of [...named, ...folders.flatMap(filesUnder)]) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

const ownSources = ['index.html', 'package.json', 'tsconfig.json', 'vite.config.mjs'];
const inFolder = (name) => join(folder, name);

function filesUnder(path) {
  if (!existsSync(path)) return [];
  const all = readdirSync(path, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules');
  const entries = all.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) return filesUnder(inside);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [inside];
  });
}

function stampOf(path) {
  const stamp = join(path, stampName);
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runScript(async () => {
    const built = await buildPages();
    process.stdout.write(`The pages are in ${relative(root, built)}\n`);
  });
}
