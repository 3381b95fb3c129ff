import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const version = '22.23.3';

/** Node 22 as an npm package, the way the clone gets Node 24. */
const pinned: Record<string, string> = {
  'linux-x64':
    'a879f3e6d16c1e88ff58cfae4443558d638d8b9855be6c2b82af00e15efa2a9b95340738fa3c0af31e20c1ba1b13d06d1cd83f00a476e7cdde628acb17f73b9e',
  'linux-arm64': Buffer.from(
    'l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
    'base64',
  ).toString('hex'),
};

const run = promisify(execFile);

/** The path of Node 22; downloaded once and checked against its pin. */
export async function fetchNode22(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const sha512 = pinned[platform];
  if (sha512 === undefined) throw new Error(`Node ${version} is pinned for Linux only, and this is ${platform}`);
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tallyhook', `node-${version}`);
  const binary = join(folder, 'node');
  const isThere = await access(binary).then(
    () => true,
    () => false,
  );
  if (!isThere) await fetchInto(folder, `node-${platform}@${version}`, sha512);
  return binary;
}

async function fetchInto(folder: string, wanted: string, sha512: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const made = await mkdtemp(`${folder}-`);
  try {
    await run('npm', ['pack', wanted, '--silent', '--pack-destination', made], { timeout: 10 * 60_000 });
    const [archive = ''] = await readdir(made);
    const hash = createHash('sha512');
    await pipeline(createReadStream(join(made, archive)), hash);
    const found = hash.digest('hex');
    if (found !== sha512) throw new Error(`${wanted} has the SHA-512 ${found} and ${sha512} is expected`);
    await run('tar', ['-xzf', join(made, archive), '-C', made, '--strip-components=2', 'package/bin/node']);
    await rm(join(made, archive));
    await rename(made, folder);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
