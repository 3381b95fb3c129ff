import type { Mistakes, Path } from './mistakes.ts';
import { refuseRepeated } from './read-names.ts';
import { readList } from './read-shape.ts';

/** The result of reading groups or measures. */
export interface ReadEntries<Entry> {
  entries: Entry[];
  /** Likely names of entries with mistakes; absent if they could have any name. */
  meant?: ReadonlySet<string>;
}

interface EntryReading<Entry> {
  path: Path;
  min?: number;
  max: number;
  read: (given: unknown, path: Path) => Entry | undefined;
  /** Likely names of an entry with mistakes. */
  meant: (given: unknown) => readonly string[];
}

/** Reads a list of groups or measures and checks that their names are unique. */
export function readEntries<Entry extends { name: string }>(
  given: unknown,
  { read, meant, ...place }: EntryReading<Entry>,
  mistakes: Mistakes,
): ReadEntries<Entry> {
  const list = readList(given, place, mistakes);
  if (list === undefined) return { entries: [] };
  const beyond = (given as unknown[]).slice(list.length);
  const names = new Set(beyond.flatMap((one) => meant(one)));
  const entries = list.map((one, index) => {
    const before = mistakes.length;
    const entry = read(one, [...place.path, index]);
    if (mistakes.length > before || entry === undefined) for (const name of meant(one)) names.add(name);
    return entry;
  });
  refuseRepeated(entries, place.path, mistakes);
  return { entries: entries.filter((entry) => entry !== undefined), meant: names };
}
