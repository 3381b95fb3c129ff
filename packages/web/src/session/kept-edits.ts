import type { Place } from '../place.tsx';

const start = (person: string): string => `records ${person} `;

/** Where the tab keeps a person's unsaved edits of the records of a type on a branch. */
export function keptEditsKey(person: string, { workspace, branch }: Place, type: string): string {
  return `${start(person)}${workspace} ${branch} ${type}`;
}

/** How many records have unsaved edits of a person in this tab. */
export function countKeptEdits(person: string): number {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(start(person)));
  return keys.reduce((sum, key) => sum + (JSON.parse(sessionStorage.getItem(key)!) as unknown[]).length, 0);
}
