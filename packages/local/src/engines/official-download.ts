import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../file-problem.ts';
import { runCommand } from '../run-command.ts';
import { checkSha256 } from './checksum.ts';
import type { EngineSource } from './find-engine.ts';
import type { OfficialDownload } from './pins.ts';
import type { FetchResult } from './python-package.ts';

const downloadTimeoutMs = 15 * 60_000;
const checksumTimeoutMs = 30_000;
const unpackTimeoutMs = 2 * 60_000;

/**
 * Downloads the publisher's archive, checks it and unpacks it in `directory`.
 * @throws Problem on a wrong checksum
 */
export async function fetchOfficialDownload(
  download: OfficialDownload,
  directory: string,
  { environment, signal }: EngineSource,
): Promise<FetchResult> {
  const archive = join(directory, 'archive.tar.gz');
  let expected: string;
  try {
    expected = await readExpected(download, signal);
    await fetchFile(download.address, archive, signal);
  } catch (error) {
    if (isFileError(error)) throw error;
    return { reason: `the official download at ${download.address} cannot be reached (${failureOf(error)})` };
  }
  await checkSha256(archive, expected, download.address);

  const unpacked = join(directory, 'unpacked');
  await mkdir(unpacked);
  const tar = await runCommand('tar', ['-xzf', archive, '-C', unpacked], {
    environment,
    timeoutMs: unpackTimeoutMs,
    signal,
  });
  const files = await readdir(unpacked, { recursive: true });
  const entry = files.find((file) => `${sep}${file}`.endsWith(`${sep}${download.entry}`));
  if (tar.code !== 0 || entry === undefined) return { reason: `${download.address} could not be unpacked with tar` };
  return { path: join(unpacked, entry) };
}

async function readExpected({ sha256 }: OfficialDownload, signal?: AbortSignal): Promise<string> {
  if ('value' in sha256) return sha256.value;
  const response = await fetch(sha256.address, { signal: within(checksumTimeoutMs, signal) });
  const [hash] = (await response.text()).trim().split(/\s+/);
  if (response.ok && hash !== undefined && /^[0-9a-f]{64}$/.test(hash)) return hash;
  throw new Error(`no checksum at ${sha256.address}, status ${response.status}`);
}

async function fetchFile(address: string, path: string, signal?: AbortSignal): Promise<void> {
  const response = await fetch(address, { signal: within(downloadTimeoutMs, signal) });
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
  await pipeline(Readable.fromWeb(response.body), createWriteStream(path));
}

function isFileError(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO'].includes(errorCode(error) ?? '');
}

function failureOf(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.message : String(error));
}

function within(timeoutMs: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}
