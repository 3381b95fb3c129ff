import { copyFileSync, statSync, truncateSync } from 'node:fs';

const limitBytes = 50 * 1024 * 1024;

/**
 * Moves the text of a log that has grown large to `<log>.1`, whose own text goes. The file itself stays: whoever
 * appends to it goes on at its new beginning. A log that cannot be moved, as on a full disk, is left as it is.
 */
export function shortenLog(path: string, limit: number = limitBytes): void {
  try {
    if (statSync(path).size <= limit) return;
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
  } catch {
    return;
  }
}
