import type { FolderFile } from '@tallyhook/store/connectors';

/** Texts by path as files, in the order of their paths. */
export function filesOf(texts: ReadonlyMap<string, string>): FolderFile[] {
  return [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1));
}
