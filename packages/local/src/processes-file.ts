import { renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identify } from './process-identity.ts';

/** One process as `TALLYHOOK_HOME/processes.json` names it. */
export interface ListedProcess {
  name: string;
  pid: number;
  port?: number;
  log?: string;
  /** Tells it from a later process with the same number, see process-identity.ts. */
  identity?: string;
}

/** The processes of one supervisor, kept in the file as they come and go. */
export interface ProcessList {
  /** Names the process that now plays that part; one that it replaces is dropped. */
  set(entry: Omit<ListedProcess, 'identity'>): void;
}

const fileName = 'processes.json';

/** Begins the file anew with the supervisor itself. */
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

/** The processes that the last start named; none where the file is missing or broken. */
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
