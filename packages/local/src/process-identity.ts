import { readFileSync } from 'node:fs';

/**
 * Distinguishes a process from all others, including a later one with the same number: its start time and command line,
 * both from /proc (proc(5)). Undefined if it is not running, is a zombie, or there is no /proc.
 */
export function identify(pid: number): string | undefined {
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const fields = readStat(pid);
    const [state] = fields;
    const startedAt = fields[19];
    if (state === 'Z' || state === 'X' || commandLine === '') return undefined;
    return `${startedAt} ${commandLine.replaceAll('\0', ' ').trim()}`;
  } catch {
    return undefined;
  }
}

/**
 * The fields of a process in `/proc/<pid>/stat` from its state on: see proc(5).
 * @throws if it is not running, or there is no /proc
 */
export function readStat(pid: number): string[] {
  // The name in parentheses may contain spaces and parentheses; the fields after the last one do not.
  const [, afterName = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return afterName.split(' ');
}
