import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const settleMs = 50;
const parts = ['', 'actions', 'webhooks', 'fixtures'];

/**
 * Calls back when something in folders of connectors has changed and nothing more does for a moment; `close` ends it.
 * Each folder is watched by itself: a recursive watch of Node on Linux loses files that are replaced. So is each folder
 * above for the one name below it: a folder that goes and comes back, or one of those it lies in, is another one then.
 */
export function watchFolders(folders: readonly string[], onChange: () => void): { close(): void } {
  // From the top down: what is not there when its turn comes is seen from above when it is made.
  const placesOf = (folder: string): Place[] => [
    ...namesAbove(folder),
    ...parts.map((part) => ({ path: join(folder, part) })),
  ];
  // Where this process runs may go as well, so what is relative is resolved once.
  const places = folders.map((folder) => resolve(folder)).flatMap(placesOf);
  let timer: NodeJS.Timeout | undefined;
  const hear = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // No watch tells whether what it watches is still what its path leads to; a new one always does.
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

/** A folder, and the one name in it that is listened to; all without. */
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

/** Undefined for a folder that is not there, or that this user may not read. */
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
