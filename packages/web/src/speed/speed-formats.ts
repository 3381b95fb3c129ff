import type { Formats } from '../chart/formats.ts';

/** `180 ms`, `2.4 s`, `12 min`. */
export function formatDuration(milliseconds: number, { number }: Formats): string {
  if (milliseconds < 1_000) return `${number(Math.round(milliseconds))} ms`;
  const seconds = milliseconds / 1_000;
  return seconds < 120 ? `${number(Number(seconds.toFixed(1)))} s` : `${number(Math.round(seconds / 60))} min`;
}

/** `4.1 MB`, in decimal units. */
export function formatBytes(bytes: number, { number }: Formats): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let [size, at] = [bytes, 0];
  while (size >= 1_000 && at < units.length - 1) [size, at] = [size / 1_000, at + 1];
  return `${number(Number(size.toFixed(size < 10 && at > 0 ? 1 : 0)))} ${units[at]}`;
}
