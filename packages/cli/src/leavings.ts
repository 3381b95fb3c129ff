import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The name of something that is not to be seen until it is whole; short, for names have a longest length. It says which
 * process makes it: one that was killed leaves it behind.
 */
export function hiddenName(): string {
  return `.tallyhook-${process.pid}-${randomUUID().slice(0, 8)}`;
}

const hidden = /^\.tallyhook-(\d+)-[0-9a-f]{8}$/;

/** Of another machine, or of a container, the processes that write to the same disk are not seen here. */
const longEnoughMs = 3_600_000;

/** Removes from a folder what commands that were killed have left half made: an hour ago, by processes that are gone. */
export function removeLeavings(folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = hidden.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(folder, name);
    if (isOldAndOurs(path) && isGone(Number(pid))) remove(path);
  }
}

function isOldAndOurs(path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined || !(entry.isFile() || entry.isDirectory())) return false;
  const user = process.getuid?.() ?? entry.uid;
  return entry.uid === user && Date.now() - entry.mtimeMs > longEnoughMs;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // It is not there yet, or may not be read: who writes there next tells what is wrong.
    return [];
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // What is in nobody's way may stay: it is no reason not to do what was asked for.
  }
}
