import type { Mistakes, Path } from './mistakes.ts';
import { refuseRepeated } from './read-names.ts';
import { readList } from './read-shape.ts';

/** What a list of groups or of measures comes to. */
export interface ReadEntries<Entry> {
  entries: Entry[];
  /** What entries with mistakes may have been meant to be called; absent where that could be anything. */
  meant?: ReadonlySet<string>;
}

interface EntryReading<Entry> {
  path: Path;
  least?: number;
  most: number;
  read: (given: unknown, path: Path) => Entry | undefined;
  /** What an entry with a mistake may have been meant to be called. */
  meant: (given: unknown) => readonly string[];
}

/** Reads a list of groups or of measures, each with a name of its own. */
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
