import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { clone } from './processes.ts';

/** Describes the machine and the commit in one line, to print with a table. */
export function describeMachine(loadAtStart: number): string {
  const processors = cpus();
  const commit = git('rev-parse', '--short', 'HEAD');
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `commit ${commit}${isChanged ? ' with changes' : ''}`,
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.versions.node}`,
    `load ${loadAtStart.toFixed(1)} at the start, ${currentLoad().toFixed(1)} at the end`,
  ].join(', ');
}

/** Load average of the last minute. */
export const currentLoad = (): number => loadavg()[0]!;

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
