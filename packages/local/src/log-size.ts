import { copyFileSync, statSync, truncateSync } from 'node:fs';

const limitBytes = 50 * 1024 * 1024;

/**
 * Moves the text of a log that has grown too large to `<log>.1`, replacing the old one. Truncates the file in place, so
 * that open appenders continue at its new start. A log that cannot be moved, such as on a full disk, stays as it is.
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
