import { renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identify } from './process-identity.ts';

/** A process in `TALLYHOOK_HOME/processes.json`. */
export interface ListedProcess {
  name: string;
  pid: number;
  port?: number;
  log?: string;
  /** Distinguishes it from a later process with the same number, see process-identity.ts. */
  identity?: string;
}

/** The processes of one supervisor; the file is updated as they come and go. */
export interface ProcessList {
  /** Sets the process of a part, replacing the previous one. */
  set(entry: Omit<ListedProcess, 'identity'>): void;
}

const fileName = 'processes.json';

/** Starts a new file that lists only the supervisor. */
export function createProcessList(home: string, supervisorPid: number): ProcessList {
  const listed = new Map<string, ListedProcess>();
  function set(entry: Omit<ListedProcess, 'identity'>): void {
    listed.set(entry.name, { ...entry, identity: identify(entry.pid) });
    write(join(home, fileName), [...listed.values()]);
  }
  set({ name: 'supervisor', pid: supervisorPid });
  return { set };
}

function write(path: string, processes: readonly ListedProcess[]): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(processes, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The processes listed by the last start; empty if the file is missing or broken. */
export async function readProcesses(home: string): Promise<ListedProcess[]> {
  try {
    const value: unknown = JSON.parse(await readFile(join(home, fileName), 'utf8'));
    return Array.isArray(value) ? value.filter(isListed) : [];
  } catch {
    return [];
  }
}

function isListed(value: unknown): value is ListedProcess {
  if (typeof value !== 'object' || value === null) return false;
  return 'name' in value && 'pid' in value && Number.isInteger(value.pid);
}
