import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const forgottenAfterMs = 24 * 60 * 60 * 1000;

/** The name of a new file of an upload begins with this. */
export const uploadPrefix = 'upload-';

/** The folder where uploads wait while they are read. */
export interface Uploads {
  directory: string;
  /** Removes what is of this process alone. */
  close(): Promise<void>;
}

/** Opens the folder in the home, or a new one of the system. Throws away what a process that was killed left there. */
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
