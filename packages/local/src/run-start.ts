import { Problem } from '@tallyhook/schemas';
import { finishStart } from './finish-start.ts';
import { seconds, type Progress } from './progress.ts';
import { readSettings, type Settings } from './settings.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

export interface RunStartOptions {
  environment: NodeJS.ProcessEnv;
  /** The folder of the clone. */
  clone: string;
  progress: Progress;
  /** Shows why the start failed or ended. */
  complain(sentence: string): void;
}

/** npm, the shell and the terminal may each forward the same Ctrl-C. */
const sameSignalMs = 700;

/** Runs `npm start` from start to end and returns its exit code: 0 if it was asked to stop. */
export async function runStart({ environment, clone, progress, complain }: RunStartOptions): Promise<number> {
  const startedAt = Date.now();
  let supervisor: Supervisor | undefined;
  const stopSignal = watchSignals(progress, () => supervisor?.kill());
  process.once('uncaughtException', (error) => {
    complain(toProblem(error).message);
    supervisor?.kill();
    process.exit(1);
  });
  let problem: Problem | undefined;
  try {
    const settings = readSettings(environment, clone);
    supervisor = createSupervisor({ settings, progress, clone });
    progress.say('Starting Tallyhook');
    problem = await Promise.race([stopSignal, runUntilFailed(supervisor, settings)]);
  } catch (error) {
    problem = toProblem(error);
  }
  await supervisor?.stop();
  if (problem !== undefined) complain(problem.message);
  return problem === undefined ? 0 : 1;

  async function runUntilFailed(running: Supervisor, settings: Settings): Promise<Problem> {
    const started = await running.start();
    const howToSignIn = await finishStart({ settings, started, progress });
    progress.say(`Tallyhook is ready at ${settings.baseUrl} after ${seconds(Date.now() - startedAt)}: ${howToSignIn}`);
    return running.failed;
  }
}

/** Resolves on the first Ctrl-C or SIGTERM. A second one, a moment later, kills everything at once. */
function watchSignals(progress: Progress, kill: () => void): Promise<undefined> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = () => {
      if (firstAt === undefined) {
        firstAt = Date.now();
        progress.say('Stopping …');
        resolve(undefined);
      } else if (Date.now() - firstAt > sameSignalMs) {
        kill();
        process.exit(130);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}

/** People see a sentence, never a stack. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const detail = `Tallyhook cannot start: ${error instanceof Error ? error.message : String(error)}`;
  return new Problem('cannot_start', detail, { cause: error });
}
