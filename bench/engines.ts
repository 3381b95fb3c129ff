import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgress, engineSource, runEngines, type RunningEngines } from '@tallyhook/local';

/** A measurement's own engines and a folder for its files. */
export interface Engines extends Omit<RunningEngines, 'stop'> {
  folder: string;
  /** Stops the engines and removes their data. */
  stop(): Promise<void>;
}

/** Starts a mongod and a Temporal server for one measurement, regardless of the environment. */
export async function startEngines(): Promise<Engines> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhook-bench-'));
  const progress = createProgress((text) => process.stderr.write(text));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const engines = await runEngines({ directory: folder, source: engineSource(process.env), progress });
    return {
      ...engines,
      folder,
      async stop() {
        await engines.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Starts engines, runs the work and stops them, even after Ctrl-C or an unhandled rejection. */
export async function withEngines(work: (engines: Engines) => Promise<void>): Promise<void> {
  const engines = await startEngines();
  const stopEarly = (code: number) => void engines.stop().finally(() => process.exit(code));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopEarly(130));
  process.once('uncaughtException', (error) => {
    console.error(error);
    stopEarly(1);
  });
  try {
    await work(engines);
  } finally {
    await engines.stop();
  }
}
