import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';

const settleMs = 50;
const parts = ['', 'actions', 'webhooks', 'fixtures'];

/**
 * Calls back when something in folders of connectors has changed and nothing more does for a moment; `close` ends it.
 * Each folder is watched by itself: a recursive watch of Node on Linux loses files that are replaced.
 */
export function watchFolders(folders: readonly string[], onChange: () => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const watchers = new Map<string, FSWatcher>();
  const hear = (): void => {
    watchNew();
    clearTimeout(timer);
    timer = setTimeout(onChange, settleMs);
  };
  const watchNew = (): void => {
    for (const path of folders.flatMap((folder) => parts.map((part) => join(folder, part)))) {
      if (watchers.has(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
      const watcher = watch(path, hear);
      // A folder that was removed is watched anew when it is there again.
      const forget = (): void => void (watcher.close(), watchers.delete(path));
      watcher.on('error', forget).on('change', () => {
        if (statSync(path, { throwIfNoEntry: false }) === undefined) forget();
      });
      watchers.set(path, watcher);
    }
  };
  watchNew();
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
