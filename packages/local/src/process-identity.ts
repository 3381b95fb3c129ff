import { readFileSync } from 'node:fs';

/**
 * Distinguishes a process from all others, including a later one with the same number: its start time and command line,
 * both from /proc (proc(5)). Undefined if it is not running, is a zombie, or there is no /proc.
 */
export function identify(pid: number): string | undefined {
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    // The name in parentheses may contain spaces and parentheses; the fields after the last one do not.
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
