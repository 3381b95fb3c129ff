import { limits } from '../grammar.ts';
import { addMistake, type Path } from './mistakes.ts';
import type { Filter } from './normalized-question.ts';
import { readCondition, type FilterReader } from './read-condition.ts';
import { readList, readObject } from './read-shape.ts';

type Join = 'and' | 'or' | 'not';
const joins = ['and', 'or', 'not'] as const;
/** Of a filter and of a condition. */
const keysOfFilters = [...joins, 'field', 'op', 'value'];

/** Reads the filter of a question: conditions joined by `and`, `or` and `not`. Without one, everything matches. */
export function readFilter(given: unknown, reader: FilterReader): Filter {
  if (given === undefined) return { all: [] };
  const counted = { conditions: 0 };
  // So the key of a group can be added to any filter.
  const level = joinOf(given) === 'and' ? 0 : 1;
  const filter = readNode(given, ['filter'], { reader, level, counted });
  if (counted.conditions > reader.most) {
    const detail = `expected at most ${reader.most} ${conditionsOf(reader)}, got ${counted.conditions}`;
    addMistake(reader.mistakes, ['filter'], 'too_many', detail);
  }
  return filter ?? { all: [] };
}

/** What is counted, and how the limit comes about. */
function conditionsOf({ most }: FilterReader): string {
  const more = most - limits.conditions;
  if (more === 0) return 'conditions';
  const groupings = more === 1 ? 'one more for the grouping' : `${more} more for the ${more} groupings`;
  return `conditions (${limits.conditions}, and ${groupings} that the question has not)`;
}

interface Walk {
  reader: FilterReader;
  level: number;
  counted: { conditions: number };
}

function readNode(given: unknown, path: Path, { reader, level, counted }: Walk): Filter | undefined {
  const join = joinOf(given);
  if (join === undefined) {
    counted.conditions += 1;
    return isKeyless(given) ? addEmptyObject(path, reader) : readCondition(given, path, reader);
  }
  if (level === limits.levels + 1) {
    addMistake(
      reader.mistakes,
      path,
      'too_deep',
      `expected at most ${limits.levels} levels of and, or and not, besides an and around all`,
    );
  }
  // What stands a little too deep is read, so that its mistakes are told with it.
  if (level > 2 * limits.levels) return undefined;
  const others = keysOfFilters.filter((key) => key !== join && Object.hasOwn(given as object, key));
  for (const other of others) {
    const detail = `"${other}" cannot stand beside "${join}", of which one makes a filter: put one into the other`;
    addMistake(reader.mistakes, [...path, other], 'unknown_key', detail, { allowed: [join] });
  }
  const node = readObject(given, { path, required: [join], optional: others }, reader.mistakes)!;
  const inside = { reader, level: level + 1, counted };
  if (join === 'not') {
    const negated = readNode(node.not, [...path, 'not'], inside);
    return negated && { not: negated };
  }
  const shape = { path: [...path, join], least: join === 'or' ? 1 : 0, most: reader.most, what: conditionsOf(reader) };
  const parts = readList(node[join], shape, reader.mistakes)
    ?.map((part, index) => readNode(part, [...path, join, index], inside))
    .filter((part) => part !== undefined);
  return parts && (join === 'and' ? { all: parts } : { any: parts });
}

/** Which joining key an object has; undefined for what is, or is meant as, a condition. */
function joinOf(given: unknown): Join | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  return joins.find((join) => Object.hasOwn(given, join));
}

/** Whether an object has no key of a condition either: it could be anything. */
function isKeyless(given: unknown): given is object {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
  return !['field', 'op', 'value'].some((key) => Object.hasOwn(given, key));
}

function addEmptyObject(path: Path, { mistakes }: FilterReader): undefined {
  addMistake(mistakes, path, 'missing_key', 'expected "and", "or" or "not", or a condition with "field" and "op"', {
    allowed: keysOfFilters,
  });
  return undefined;
}
