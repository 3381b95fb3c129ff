import { globSync, readFileSync } from 'node:fs';

/** `/proc` counts in hundredths of a second on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** Processor seconds that a process has used so far. Linux only. */
export function processorSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** The children of this process that run a program of that name. */
export function childrenCalled(name: string): number[] {
  return globSync('/proc/[0-9]*').flatMap((folder) => {
    const pid = Number(folder.slice('/proc/'.length));
    try {
      const isOurs = Number(statOf(pid)[1]) === process.pid;
      return isOurs && readFileSync(`${folder}/comm`, 'utf8').trim() === name ? [pid] : [];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

/** What follows the name in `/proc/<pid>/stat`, beginning with the state. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
