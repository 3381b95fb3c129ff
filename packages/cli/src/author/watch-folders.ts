import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { partFolders } from '@tallyhook/sdk';

const settleMs = 50;
const parts = ['', ...partFolders];

/**
 * Calls back once folders of connectors have changed and then been quiet for a moment; `close` ends it. Each folder has
 * its own watcher: Node's recursive watch on Linux loses files that are replaced. Each parent folder is watched too,
 * for the one name below it, because a folder may be removed and recreated, or one of its parents.
 */
export function watchFolders(folders: readonly string[], onChange: () => void): { close(): void } {
  // From the root down, so a folder created during setup is noticed by the watcher of its parent.
  const placesOf = (folder: string): Place[] => [
    ...namesAbove(folder),
    ...parts.map((part) => ({ path: join(folder, part) })),
  ];
  // The working folder may disappear too, so relative paths are resolved once.
  const places = folders.map((folder) => resolve(folder)).flatMap(placesOf);
  let timer: NodeJS.Timeout | undefined;
  const hear = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // A watcher keeps following the old inode after its path was replaced, so all are renewed.
      const before = watchers;
      watchers = watchPlaces(places, hear);
      for (const watcher of before) watcher.close();
      onChange();
    }, settleMs);
  };
  let watchers = watchPlaces(places, hear);
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** A folder, and the one name in it to listen for; all names if absent. */
interface Place {
  path: string;
  name?: string;
}

function namesAbove(path: string): Place[] {
  const above = dirname(path);
  return above === path ? [] : [...namesAbove(above), { path: above, name: basename(path) }];
}

function watchPlaces(places: readonly Place[], hear: () => void): FSWatcher[] {
  return [...Map.groupBy(places, ({ path }) => path)].flatMap(([path, entries]) => {
    const isHeard = (heard: string | null): boolean =>
      heard === null || entries.some(({ name = heard }) => name === heard);
    const watcher = watchFolder(path, (name) => isHeard(name) && hear());
    return watcher === undefined ? [] : [watcher];
  });
}

/** Undefined if the folder does not exist or is not readable. */
function watchFolder(path: string, hear: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, (_, name) => hear(name));
    return watcher.on('error', () => hear(null));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw error;
  }
}
