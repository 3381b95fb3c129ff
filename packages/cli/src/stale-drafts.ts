import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A hidden name for a draft that is not complete yet; short, because file systems limit the length of names. It
 * contains the process id, so that drafts of killed processes can be found.
 */
export function hiddenName(): string {
  return `.tallyhook-${process.pid}-${randomUUID().slice(0, 8)}`;
}

const hidden = /^\.tallyhook-(\d+)-[0-9a-f]{8}$/;

/** Drafts younger than this stay: their process may run on another machine or in a container, unseen here. */
const minAgeMs = 3_600_000;

/** Removes the drafts of killed commands from a folder: over an hour old, and the process is gone. */
export function removeStaleDrafts(folder: string): void {
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
  return entry.uid === user && Date.now() - entry.mtimeMs > minAgeMs;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Missing or unreadable; the next write there reports the error.
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
    // Best effort: a leftover draft must not make the command fail.
  }
}
