import { bundleWorkflowCode, type WorkflowBundle } from '@temporalio/worker';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const workflowsPath = join(import.meta.dirname, '../workflows/index.ts');

export interface BundleOptions {
  /** Folder that keeps bundles between starts. Without it, each start bundles again, which takes seconds. */
  cacheFolder?: string;
  /** The file that exports the workflows. */
  workflowsPath?: string;
}

/**
 * Bundles the workflow code for its sandbox. The cache key is a hash of the sources in the folder of the workflows and
 * of the SDK's version.
 */
export async function bundleWorkflows({
  cacheFolder,
  workflowsPath: path = workflowsPath,
}: BundleOptions = {}): Promise<WorkflowBundle> {
  if (cacheFolder === undefined) return bundle(path);
  const file = join(cacheFolder, `workflows-${await hashSources(dirname(path))}.js`);
  const cached = await readFile(file, 'utf8').catch(() => null);
  if (cached !== null) return { code: cached };
  const { code } = await bundle(path);
  await keep(file, code);
  return { code };
}

async function bundle(path: string): Promise<{ code: string }> {
  return bundleWorkflowCode({ workflowsPath: path, logger: silent });
}

/** Renames the file into place, so that another worker never reads half a bundle. A full disk only costs time. */
async function keep(file: string, code: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(draft, code);
    await rename(draft, file);
  } catch {
    return;
  }
}

async function hashSources(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort();
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(await readFile(join(folder, name)))
      .update('\0');
  for (const name of ['@temporalio/worker', '@temporalio/workflow', '@temporalio/common']) {
    hash.update(await readFile(createRequire(import.meta.url).resolve(`${name}/package.json`)));
  }
  return hash.digest('hex').slice(0, 32);
}

const nothing = () => undefined;

/** Webpack's report is of no use when starting a worker; its errors are thrown. */
const silent = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
