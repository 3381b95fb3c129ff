// Plain JavaScript: it runs before anything is installed, under Node 20 or newer.
import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the clone. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const neededMajor = 24;
const lockPath = join(root, 'package-lock.json');
const stampPath = join(root, 'node_modules', '.tallyhook-lock');

/** An error that is shown as its message only, without a stack. */
export class SetupError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Installs the packages of package-lock.json if they are missing, and finds Node 24. Returns the path of the Node that
 * runs TypeScript.
 * @throws SetupError
 */
export async function prepare() {
  if (!packagesAreCurrent()) await installPackages();
  return findNode();
}

/** Runs the work of a script and shows a SetupError as one sentence. */
export async function runScript(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error.exitCode;
  }
}

function packagesAreCurrent() {
  const hash = lockHash();
  if (readIfThere(stampPath) === hash) return true;
  if (!installedEqualsLock()) return false;
  writeStamp(hash);
  return true;
}

/** npm records what it installed in node_modules, so nothing is installed again after an `npm install`. */
function installedEqualsLock() {
  const installedText = readIfThere(join(root, 'node_modules', '.package-lock.json'));
  if (installedText === undefined) return false;
  const installed = JSON.parse(installedText).packages;
  const wanted = JSON.parse(readFileSync(lockPath, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    if (found === undefined) return entry.optional === true || entry.peer === true;
    return found.version === entry.version && found.link === entry.link && existsSync(join(root, path));
  });
}

async function installPackages() {
  const lines = [];
  const done = showWaiting('Installing packages (npm ci)');
  const [command, ...first] = npmCommand();
  const child = spawn(
    command,
    [
      ...first,
      'ci',
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  child.stderr.setEncoding('utf8').on('data', (text) => lines.push(...text.split('\n').filter(Boolean)));
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(`npm could not be started (${error.message}); install npm along with Node`));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `npm ci exited with ${signal ?? code}`));
  });
  done(failure === undefined);
  if (failure !== undefined) {
    throw new SetupError([`The packages could not be installed: ${failure}.`, ...explain(lines)].join('\n  '));
  }
  writeStamp(lockHash());
}

/** npm prints the reason first; the rest is noise. */
function explain(lines) {
  return lines.filter((line) => /^npm error +\S/.test(line)).slice(0, 6);
}

function npmCommand() {
  const path = process.env.npm_execpath;
  return path !== undefined && /npm-cli\.c?js$/.test(path) ? [process.execPath, path] : ['npm'];
}

/**
 * Prints what is running, and every five seconds that it still is. Returns the function that stops it.
 */
export function showWaiting(text) {
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  process.stderr.write(`${text} …\n`);
  const timer = setInterval(() => process.stderr.write(`  still running, ${seconds()}\n`), 5_000);
  return (ok) => {
    clearInterval(timer);
    if (ok) process.stderr.write(`  done in ${seconds()}\n`);
  };
}

/** This process if it is new enough, or else the packaged runtime, or else one on the PATH. */
function findNode() {
  if (majorOf(process.version) >= neededMajor) return process.execPath;
  const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  const found = [packaged, 'node24', 'node'].find((command) => majorOf(versionOf(command)) >= neededMajor);
  if (found !== undefined) return found;
  throw new SetupError(
    `Tallyhook needs Node ${neededMajor} or newer: this is Node ${process.version} on ${process.platform} ${process.arch}, ` +
      `the packaged runtime (Linux with glibc, x64 or arm64) does not run here, and the PATH has no newer one. ` +
      `Install Node ${neededMajor} and run the same command again.`,
  );
}

function versionOf(command) {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

function majorOf(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockPath)).digest('hex');
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** A read-only clone still starts if its packages are installed. */
function writeStamp(hash) {
  try {
    writeFileSync(stampPath, hash);
  } catch {
    return;
  }
}
