import { directions, limits } from '../grammar.ts';
import { addMistake, addUnknown, type Mistakes, type Path } from './mistakes.ts';
import type { ReadEntries } from './read-entries.ts';
import type { Group, Measure, OrderStep } from './normalized-question.ts';
import { readChoice, readList, readObject, readText } from './read-shape.ts';

interface SortReader {
  groups: ReadEntries<Group>;
  measures: ReadEntries<Measure>;
  mistakes: Mistakes;
}

/** Reads `sort`: steps by the names of groups and measures. */
export function readSort(given: unknown, reader: SortReader): OrderStep[] {
  if (given === undefined) return [];
  const list = readList(given, { path: ['sort'], max: limits.sort }, reader.mistakes) ?? [];
  return list.flatMap((one, index) => readOne(one, ['sort', index], reader));
}

function readOne(given: unknown, path: Path, reader: SortReader): OrderStep[] {
  const { mistakes } = reader;
  const sort = readObject(given, { path, required: ['by'], optional: ['dir'] }, mistakes);
  if (sort === undefined) return [];
  const dir =
    sort.dir === undefined ? 'asc' : readChoice(sort.dir, { path: [...path, 'dir'], allowed: directions }, mistakes);
  const name = Object.hasOwn(sort, 'by')
    ? readText(sort.by, { path: [...path, 'by'], maxLength: 200 }, mistakes)
    : undefined;
  return name === undefined ? [] : stepsBy(name, dir === 'desc' ? -1 : 1, [...path, 'by'], reader);
}

function stepsBy(name: string, direction: 1 | -1, path: Path, { groups, measures, mistakes }: SortReader): OrderStep[] {
  const group = groups.entries.findIndex((candidate) => candidate.name === name);
  const isMeasure = measures.entries.some((candidate) => candidate.name === name);
  if (group >= 0 && isMeasure) {
    const detail = `"${name}" names both a group and a measure: rename one of them with "as"`;
    addMistake(mistakes, path, 'ambiguous_name', detail);
    return [];
  }
  if (isMeasure) return [{ by: 'measure', measure: name, direction }];
  if (group >= 0) {
    return [
      { by: 'presence', group },
      { by: 'key', group, direction },
    ];
  }
  // The name may belong to a group or measure with mistakes.
  if ([groups, measures].some(({ meant }) => meant === undefined || meant.has(name))) return [];
  const known = [...groups.entries, ...measures.entries].map((candidate) => candidate.name);
  const sentence = `the question has no group or measure "${name.slice(0, 60)}"`;
  addUnknown(mistakes, path, { code: 'unknown_name', sentence, given: name, known });
  return [];
}
