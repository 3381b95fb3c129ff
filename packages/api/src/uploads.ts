import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const forgottenAfterMs = 24 * 60 * 60 * 1000;

/** File name prefix of new uploads. */
export const uploadPrefix = 'upload-';

/** The folder for uploads in progress. */
export interface Uploads {
  directory: string;
  /** Removes the folder if it belongs to this process alone. */
  close(): Promise<void>;
}

/** Opens the upload folder in the home directory, or a new temporary one. Deletes what a killed process left there. */
export async function openUploads(home: string | undefined): Promise<Uploads> {
  if (!home) {
    const directory = await mkdtemp(join(tmpdir(), 'tallyhook-'));
    return { directory, close: () => rm(directory, { recursive: true, force: true }) };
  }
  const directory = join(home, 'uploads');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const names = (await readdir(directory)).filter((name) => name.startsWith(uploadPrefix));
  for (const name of names) await forgetOld(join(directory, name));
  return { directory, close: () => Promise.resolve() };
}

async function forgetOld(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > forgottenAfterMs) await rm(path, { force: true });
}
