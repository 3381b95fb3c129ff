import { readFileSync } from 'node:fs';

/**
 * What tells a process from every other one, also from a later one with the same number: when it started and its
 * command line, both from /proc (proc(5)). Undefined where it does not run, has ended but was not waited for, or
 * where there is no /proc.
 */
export function identify(pid: number): string | undefined {
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    // The name in parentheses may hold spaces and parentheses itself; the fields after the last one do not.
    const [, afterName = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const fields = afterName.split(' ');
    const [state] = fields;
    const startedAt = fields[19];
    if (state === 'Z' || state === 'X' || commandLine === '') return undefined;
    return `${startedAt} ${commandLine.replaceAll('\0', ' ').trim()}`;
  } catch {
    return undefined;
  }
}
