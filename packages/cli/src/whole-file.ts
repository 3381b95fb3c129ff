import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import { hiddenName } from './leavings.ts';

/** Where a file is written until it is whole. */
export interface Draft {
  path: string;
  /** Puts it where it belongs, in the place of what was there. */
  keep(): void;
  /** Removes it; fine where it was never made. */
  drop(): void;
}

export interface WholeFileOptions {
  /** What a file that was not there before may be used for, as `chmod` counts it; one that was there stays as it was. */
  mode?: number;
}

/**
 * Begins a file beside the one that it replaces, so that a full disk or a broken connection leaves what was there. What a
 * link leads to is replaced, not the link; a pipe or a device is written to as it is. It begins with a dot: in the folder
 * of a connector that is passed over.
 */
export function startDraft(path: string, { mode }: WholeFileOptions = {}): Draft {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before !== undefined && !before.isFile()) return { path, keep: () => undefined, drop: () => undefined };
  // A file that may not be written is not to be replaced either.
  if (before !== undefined) accessSync(path, constants.W_OK);
  const target = endOfLinks(path);
  const draft = join(dirname(target), hiddenName());
  return {
    path: draft,
    keep() {
      if (before !== undefined) takeOver(draft, before);
      if (mode !== undefined) chmodSync(draft, mode);
      renameSync(draft, target);
    },
    drop: () => rmSync(draft, { force: true }),
  };
}

/**
 * Writes a file and the folders around it, whole or not at all. Throws Problem `invalid_usage` where that is not possible;
 * nothing is left behind then, and a file that was there is as it was; with `isNew` there may be none. Gives the folders that
 * it made.
 */
export function writeWhole(
  path: string,
  text: string,
  { folderMode, isNew = false, ...options }: WholeFileOptions & { folderMode?: number; isNew?: boolean } = {},
): string[] {
  const made: string[] = [];
  let draft: Draft | undefined;
  let isReserved = false;
  try {
    makeFolder(dirname(path), made, folderMode);
    draft = startDraft(path, options);
    // What the disk cannot take is told now, not after the old file is gone; a pipe has nothing to flush.
    writeFileSync(draft.path, text, { flush: draft.path !== path, mode: options.mode ?? 0o666 });
    // Of several programs that do this at once one gets the name.
    if (isNew) closeSync(openSync(path, 'wx'));
    isReserved = isNew;
    draft.keep();
    return made;
  } catch (error) {
    draft?.drop();
    if (isReserved) rmSync(path, { force: true });
    removeMade(made);
    throw unwritten(path, error);
  }
}

/**
 * Makes a folder and those around it, one after the other: what `recursive` does never ends below /proc, where a folder
 * cannot be made and the one around it is there. What it makes is added to `made`, the outermost first.
 */
export function makeFolder(path: string, made: string[], mode = 0o777): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path), made, mode);
  try {
    mkdirSync(path, { mode });
    made.push(path);
  } catch (error) {
    // Somebody else has made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Removes folders that `makeFolder` made; one that somebody else has put something into stays. */
export function removeMade(made: readonly string[]): void {
  for (const folder of made.toReversed()) if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** The Problem of a file that the machine could not write; an error of anything else is thrown as it is. */
export function unwritten(path: string, error: unknown): Problem {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) throw error;
  return new Problem('invalid_usage', `"${path}" cannot be written (${code}).`, { cause: error });
}

/** Where a path leads to; of a link whose file is not there, where that would be. */
function endOfLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const next = linkedFrom(path);
    return next === undefined ? path : endOfLinks(resolve(dirname(path), next));
  }
}

function linkedFrom(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // It is no link, or not there at all: then it is made here.
    return undefined;
  }
}

/** Only root may give files away; a file of somebody else stays theirs. */
function takeOver(draft: string, { mode, uid, gid }: Stats): void {
  if (process.getuid?.() === 0) chownSync(draft, uid, gid);
  chmodSync(draft, mode & 0o7777);
}
