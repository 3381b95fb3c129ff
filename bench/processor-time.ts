import { globSync, readFileSync } from 'node:fs';

/** `/proc` counts in hundredths of a second on every Linux that Node supports. */
const ticksPerSecond = 100;

/** CPU seconds used by a process. Linux only. */
export function processorSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Child processes that run a program with this name. */
export function childrenCalled(name: string): number[] {
  return globSync('/proc/[0-9]*').flatMap((folder) => {
    const pid = Number(folder.slice('/proc/'.length));
    try {
      const isOurs = Number(statOf(pid)[1]) === process.pid;
      return isOurs && readFileSync(`${folder}/comm`, 'utf8').trim() === name ? [pid] : [];
    } catch {
      // The process has exited.
      return [];
    }
  });
}

/** The fields after the name in `/proc/<pid>/stat`, starting with the state. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
