import { limits } from '../grammar.ts';
import { addMistake, type Path } from './mistakes.ts';
import type { Filter } from './normalized-question.ts';
import { readCondition, type FilterReader } from './read-condition.ts';
import { readList, readObject } from './read-shape.ts';

type Join = 'and' | 'or' | 'not';
const joins = ['and', 'or', 'not'] as const;
/** Keys of filters and conditions. */
const keysOfFilters = [...joins, 'field', 'op', 'value'];

/** Reads a filter: conditions joined by `and`, `or` and `not`. Without a filter, every record matches. */
export function readFilter(given: unknown, reader: FilterReader): Filter {
  if (given === undefined) return { all: [] };
  const counted = { conditions: 0 };
  // The outermost `and` is not counted, so that a group's key can be added to any filter.
  const level = joinOf(given) === 'and' ? 0 : 1;
  const filter = readNode(given, ['filter'], { reader, level, counted });
  if (counted.conditions > reader.max) {
    const detail = `expected at most ${reader.max} ${conditionsOf(reader)}, got ${counted.conditions}`;
    addMistake(reader.mistakes, ['filter'], 'too_many', detail);
  }
  return filter ?? { all: [] };
}

/** Names what is counted and explains the limit. */
function conditionsOf({ max }: FilterReader): string {
  const more = max - limits.conditions;
  if (more === 0) return 'conditions';
  const groupings = more === 1 ? 'one for the grouping' : `${more} for the ${more} groupings`;
  return `conditions (${limits.conditions}, plus ${groupings} that the question does not use)`;
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
      `expected at most ${limits.levels} levels of "and", "or" and "not", plus one "and" around everything`,
    );
  }
  // Read somewhat deeper than allowed, to report mistakes there too.
  if (level > 2 * limits.levels) return undefined;
  const others = keysOfFilters.filter((key) => key !== join && Object.hasOwn(given as object, key));
  for (const other of others) {
    const detail = `a filter cannot have both "${join}" and "${other}": nest one inside the other`;
    addMistake(reader.mistakes, [...path, other], 'unknown_key', detail, { allowed: [join] });
  }
  const node = readObject(given, { path, required: [join], optional: others }, reader.mistakes)!;
  const inside = { reader, level: level + 1, counted };
  if (join === 'not') {
    const negated = readNode(node.not, [...path, 'not'], inside);
    return negated && { not: negated };
  }
  const shape = { path: [...path, join], min: join === 'or' ? 1 : 0, max: reader.max, what: conditionsOf(reader) };
  const parts = readList(node[join], shape, reader.mistakes)
    ?.map((part, index) => readNode(part, [...path, join, index], inside))
    .filter((part) => part !== undefined);
  return parts && (join === 'and' ? { all: parts } : { any: parts });
}

/** The joining key of an object; undefined for a condition or anything else. */
function joinOf(given: unknown): Join | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  return joins.find((join) => Object.hasOwn(given, join));
}

/** Whether an object has no key of a condition. */
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
