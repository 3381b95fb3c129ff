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
import { pathToFileURL } from 'node:url';
import { prepare, root, runScript, SetupError, showWaiting } from './prepare.mjs';

const folder = join(root, 'packages', 'web');
const dist = join(folder, 'dist');
/** Says from which sources a build was made. */
const stampName = '.sources';

/** Builds the pages unless they are built from these sources. Answers the folder they are in. Throws SetupError. */
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
        `The pages could not be built (${whyOf(output)}): mend packages/web, or see all of it with npm run build:pages -- --verbose.`,
      );
    }
    writeFileSync(join(made, stampName), digest);
    chmodSync(made, 0o755);
    putInPlace(made, digest);
    done(true);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Beside the place it goes to, so that it can be moved there in one step. */
function makeFolder() {
  try {
    return mkdtempSync(`${dist}-`);
  } catch (error) {
    throw new SetupError(
      `The pages could not be built: ${relative(root, folder)} cannot be written to (${error.code}).`,
    );
  }
}

/** Another start may build at the same time: the same sources give the same pages, so either will do. */
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

/** The first line that says what is wrong, without colours. */
function whyOf(output) {
  // eslint-disable-next-line no-control-regex
  const lines = output.replaceAll(/\u001b\[[0-9;]*m/g, '').split('\n');
  const telling = lines.find((line) => /error/i.test(line) && !/^error during build:?$/i.test(line.trim()));
  return (telling ?? lines.find((line) => line.trim() !== '') ?? 'it said nothing').trim().replace(/[.:]$/, '');
}

/** Changes with every file that goes into the pages, and with the versions of the packages. */
function digestOfSources() {
  const hash = createHash('sha256');
  const sources = [join(root, 'package-lock.json'), ...['index.html', 'package.json', 'vite.config.mjs'].map(inFolder)];
  for (const path of [...sources, ...filesUnder(inFolder('src')), ...filesUnder(inFolder('public'))]) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

const inFolder = (name) => join(folder, name);

function filesUnder(path) {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
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
