import { Problem } from '@tallyhook/schemas';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild, type Child } from '../child.ts';
import { runNiceness } from '../lower-priority.ts';
import { answers } from '../ports.ts';
import { runCommand } from '../run-command.ts';

/** Options of an embedded Temporal server. */
export interface TemporalOptions {
  binary: string;
  /** Its database file. In memory it would lose acknowledged starts. */
  databasePath: string;
  logPath: string;
  port: number;
  namespace: string;
  environment: NodeJS.ProcessEnv;
  onSpawned?(pid: number): void;
  signal?: AbortSignal;
}

/** How long ended workflows are kept. The server's own default is one day. */
export const retentionDays = 30;
const readyTimeoutMs = 60_000;
const commandTimeoutMs = 10_000;
const notYetPauseMs = 200;
/** Exit code of a command ended by a signal, which here means a timeout. */
const timedOutCode = 128;
/** Time limit for a clean shutdown. */
export const stopTimeoutMs = 10_000;

/** By default every hop between queues waits 50 ms, and a task queue has four partitions. */
const dynamicConfig = [
  'history.transferProcessorMaxPollRPS=2000',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
];

/** Starts a Temporal server on the loopback address and verifies that its namespace keeps workflows for 30 days. */
export async function startTemporal(options: TemporalOptions): Promise<Child> {
  const { binary, databasePath, logPath, port, namespace, onSpawned, signal } = options;
  const environment = withoutTemporalSettings(options.environment);
  const args = [
    ...['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', String(port)],
    ...['--db-filename', databasePath, '--namespace', namespace, '--log-level', 'warn', '--log-format', 'json'],
    ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=1'],
    ...dynamicConfig.flatMap((value) => ['--dynamic-config-value', value]),
  ];
  const ready = () => answers(port);
  const child = await startChild(
    {
      ...{ name: 'temporal', command: binary, args, environment, logPath, port, ready, readyTimeoutMs, onSpawned },
      niceness: runNiceness,
    },
    signal,
  );
  try {
    await ensureRetention({ ...options, environment });
    return child;
  } catch (error) {
    await child.stop(stopTimeoutMs);
    throw error;
  }
}

async function ensureRetention(options: TemporalOptions): Promise<void> {
  if ((await readRetention(options)) === retentionDays) return;
  await runTemporal(options, ['update', '--retention', `${retentionDays}d`]);
  const kept = await readRetention(options);
  if (kept === retentionDays) return;
  throw new Problem(
    'cannot_start',
    `Temporal keeps workflows for ${kept} days, although it was set to keep them for ${retentionDays}.`,
  );
}

/** Days; NaN if the server does not report them. */
async function readRetention(options: TemporalOptions): Promise<number> {
  const text = await runTemporal(options, ['describe', '--output', 'json']);
  const [, secondsText] = /"workflowExecutionRetentionTtl":\s*"(\d+)s"/.exec(text) ?? [];
  return Number(secondsText) / 86_400;
}

async function runTemporal(options: TemporalOptions, args: string[]): Promise<string> {
  const { binary, port, namespace, environment, signal } = options;
  const [verb = '', ...rest] = args;
  const all = ['operator', 'namespace', verb, '--namespace', namespace, '--address', `127.0.0.1:${port}`, ...rest];
  for (const endAt = Date.now() + readyTimeoutMs; ; await pause(notYetPauseMs, undefined, signal && { signal })) {
    const { code, stdout, stderr } = await runCommand(binary, all, { environment, timeoutMs: commandTimeoutMs });
    if (code === 0) return stdout;
    if ((code === timedOutCode || isNotYet(stderr)) && Date.now() < endAt) continue;
    const reason = stderr.trim().split('\n')[0] || `code ${code}`;
    throw new Problem('cannot_start', `temporal operator namespace ${verb} failed: ${reason}`);
  }
}

/** The port answers before the whole server does, and the namespace is created last. */
const isNotYet = (stderr: string): boolean =>
  /not healthy yet|namespace \S+ is not found|deadline exceeded/i.test(stderr);

/**
 * Hides TEMPORAL_… variables and the profile from the command: a person's own settings are for another server.
 */
function withoutTemporalSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !name.startsWith('TEMPORAL_'));
  return { ...Object.fromEntries(kept), TEMPORAL_CONFIG_FILE: '/dev/null' };
}
