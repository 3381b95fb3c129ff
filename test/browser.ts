import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { fetchPackagedBrowser } from './packaged-browser.ts';

/** A Chromium that tests can drive. */
export interface FoundBrowser {
  path: string;
  /** Additional environment variables it needs. */
  environment: Record<string, string>;
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const installTimeoutMs = 10 * 60_000;
const run = promisify(execFile);

/**
 * Finds a browser: `CHROME_PATH`, the PATH, apt-get when root, or the pinned npm package; prints what it fetches.
 * @throws an error of one sentence if there is none
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (await isExecutable(chosen)) return { path: chosen, environment: {} };
    throw new Error(`CHROME_PATH is "${chosen}", which cannot be run: give the path of Chromium, or leave it unset.`);
  }
  const found = (await findOnPath()) ?? (await installWithApt());
  if (found !== undefined) return { path: found, environment: {} };
  const packaged = await fetchPackagedBrowser(say);
  if ('path' in packaged) return packaged;
  throw new Error(
    `The tests of the pages need Chromium, and there is none: it is not on the PATH, apt-get cannot bring it, and ${packaged.reason}. ` +
      'Install Chromium, or set CHROME_PATH to one.',
  );
}

async function findOnPath(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    for (const name of names) if (await isExecutable(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

async function installWithApt(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const options = {
    timeout: installTimeoutMs,
    maxBuffer: 2 ** 26,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    await run('apt-get', ['--version']);
    say('Installing Chromium for the tests of the pages (apt-get install chromium) …');
    await run('apt-get', ['update'], options).catch(() => undefined);
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'], options);
  } catch {
    return undefined;
  }
  return findOnPath();
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
