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
import { hiddenName } from './stale-drafts.ts';

/** A file that is being written and is not complete yet. */
export interface Draft {
  path: string;
  /** Moves it to its final path, replacing what was there. */
  keep(): void;
  /** Removes it, if it exists. */
  drop(): void;
}

export interface WholeFileOptions {
  /** Permissions of a new file, as in `chmod`; an existing file keeps its own. */
  mode?: number;
}

/**
 * Starts a file next to the one it replaces, so that a full disk or a broken connection leaves the old one intact.
 * Follows links and replaces their target; writes to pipes and devices directly. The draft's name starts with a dot,
 * which the compiler ignores in a connector's folder.
 */
export function startDraft(path: string, { mode }: WholeFileOptions = {}): Draft {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before !== undefined && !before.isFile()) return { path, keep: () => undefined, drop: () => undefined };
  // Don't replace a file that is not writable.
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
 * Writes a file and its parent folders, all or nothing, and returns the folders it made. With `isNew` the file must not
 * exist.
 * @throws Problem `invalid_usage` if it cannot be written; nothing is left behind and an existing file stays as it was
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
    // Flush, so that a full disk is noticed before the old file is replaced; pipes cannot flush.
    writeFileSync(draft.path, text, { flush: draft.path !== path, mode: options.mode ?? 0o666 });
    // If several programs do this at once, only one gets the name.
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
 * Makes a folder and its parents one by one: `mkdir` with `recursive` never returns below /proc, where the parent
 * exists and the folder cannot be made. Adds the folders made to `made`, outermost first.
 */
export function makeFolder(path: string, made: string[], mode = 0o777): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path), made, mode);
  try {
    mkdirSync(path, { mode });
    made.push(path);
  } catch (error) {
    // Another process made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Removes folders made by `makeFolder`, except those that someone else has used since. */
export function removeMade(made: readonly string[]): void {
  for (const folder of made.toReversed()) if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** The Problem of a failed write; any other error is rethrown. */
export function unwritten(path: string, error: unknown): Problem {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) throw error;
  return new Problem('invalid_usage', `"${path}" cannot be written (${code}).`, { cause: error });
}

/** Resolves links; for a dangling link, returns where its target would be. */
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
    // Not a link, or missing: the file is made here.
    return undefined;
  }
}

/** Only root can change the owner, so other people's files stay theirs. */
function takeOver(draft: string, { mode, uid, gid }: Stats): void {
  if (process.getuid?.() === 0) chownSync(draft, uid, gid);
  chmodSync(draft, mode & 0o7777);
}
