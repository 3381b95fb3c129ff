import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clone } from '../processes.ts';

/** `/proc` counts in hundredths of a second on every Linux that Node supports. */
const msPerTick = 10;

/** What one run of a command took, in milliseconds. */
export interface CommandTime {
  wallMs: number;
  processorMs: number;
}

const command = join(clone, 'packages/cli/bin/tallyhook.mjs');

/** Short commands, by what they are called in the table; the first is the base. */
export const commands: ReadonlyMap<string, readonly string[]> = new Map([
  ['bare Node: node -e 0', ['-e', '0']],
  ['tallyhook --version', [command, '--version']],
  ['tallyhook validate of one connector', [command, 'validate', join(clone, 'packages/connectors/github')]],
]);

/** Runs Node with these arguments once. `cache` replaces the person's own cache folder. Linux only. */
export function runOnce(args: readonly string[], cache: string): CommandTime {
  const [startedAt, ticks] = [performance.now(), ticksOfChildren()];
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, XDG_CACHE_HOME: cache },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with code ${status}: ${stderr}`);
  return { wallMs: performance.now() - startedAt, processorMs: (ticksOfChildren() - ticks) * msPerTick };
}

/** Processor time of this process's children that have ended. */
function ticksOfChildren(): number {
  const text = readFileSync('/proc/self/stat', 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[13]) + Number(fields[14]);
}
