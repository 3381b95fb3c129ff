import { fieldsOf } from '@tallyhook/query';
import type { ProblemDetail, RecordType } from '@tallyhook/schemas';
import { isObject } from './is-object.ts';
import { namingOperators } from './near-question.ts';

/** How many records with the same name are listed. */
export const maxAlike = 20;

/** Finds the ids of a type's records with that name, at most one more than are listed. */
export type FindByName = (type: RecordType, name: string) => Promise<string[]>;

type Given = Record<string, unknown>;

/** Each name is searched among all records of its type. */
const maxNames = 10;

/** Placeholder for a record not found by name, so that the rest of the question can still be checked. */
const noRecord = '0'.repeat(24);

/**
 * Replaces record names in conditions on relations with ids. Also returns the mistakes: names that match several
 * records or none.
 */
export async function findNames(
  question: unknown,
  types: readonly RecordType[],
  find: FindByName,
): Promise<{ question: unknown; mistakes: ProblemDetail[] }> {
  const errors: ProblemDetail[] = [];
  if (!isObject(question)) return { question, mistakes: errors };
  const type = types.find(({ name }) => name === question.type);
  if (type === undefined || question.filter === undefined) return { question, mistakes: errors };
  let looked = 0;

  const nameOne = async (value: unknown, target: RecordType, pointer: string): Promise<unknown> => {
    if (typeof value !== 'string' || /^[0-9a-f]{24}$/i.test(value)) return value;
    looked += 1;
    if (looked > maxNames) {
      const detail = `more than ${maxNames} records are given by name: use their ids`;
      if (looked === maxNames + 1) errors.push({ pointer, code: 'too_many', detail });
      return noRecord;
    }
    const found = await find(target, value);
    if (found.length === 1) return found[0];
    errors.push({
      pointer,
      ...(found.length === 0 ? unknownName(target, value) : ambiguousName(target, value, found)),
    });
    return noRecord;
  };

  const walk = async (filter: unknown, pointer: string): Promise<unknown> => {
    if (!isObject(filter)) return filter;
    for (const joint of ['and', 'or'] as const) {
      const parts = filter[joint];
      if (Array.isArray(parts)) {
        const walked = await inTurn(parts, (part, index) => walk(part, `${pointer}/${joint}/${index}`));
        return { ...filter, [joint]: walked };
      }
    }
    if (filter.not !== undefined) return { ...filter, not: await walk(filter.not, `${pointer}/not`) };
    const target = targetOf(filter, type, types);
    if (target === undefined) return filter;
    const { value } = filter;
    const at = `${pointer}/value`;
    const named = Array.isArray(value)
      ? await inTurn(value, (one, index) => nameOne(one, target, `${at}/${index}`))
      : await nameOne(value, target, at);
    return { ...filter, value: named };
  };

  const filter = await walk(question.filter, '#/filter');
  return { question: { ...question, filter }, mistakes: errors };
}

function unknownName({ name }: RecordType, value: string) {
  const detail = `no record of type "${name}" is named "${value}": use its id or its exact name`;
  return { code: 'unknown_record', detail };
}

function ambiguousName({ name }: RecordType, value: string, ids: readonly string[]) {
  const allowed = ids.slice(0, maxAlike);
  const more = ids.length > maxAlike ? ' and more' : '';
  const detail = `several records of type "${name}" are named "${value}": use one of the ids ${allowed.join(', ')}${more}`;
  return { code: 'ambiguous_record', detail, allowed };
}

async function inTurn(list: readonly unknown[], work: (one: unknown, index: number) => Promise<unknown>) {
  const done: unknown[] = [];
  for (const [index, one] of list.entries()) done.push(await work(one, index));
  return done;
}

/** The type of the records that a condition names, if any. */
function targetOf(
  { field: path, op, value }: Given,
  type: RecordType,
  types: readonly RecordType[],
): RecordType | undefined {
  if (typeof path !== 'string' || !namingOperators.includes(String(op)) || value === undefined) return undefined;
  const [first, second] = path.split('.');
  const own = fieldsOf(type).find(({ name }) => name === first);
  const related = types.find(({ name }) => name === own?.target);
  const field = second === undefined ? own : related && fieldsOf(related).find(({ name }) => name === second);
  return field?.kind === 'relation' ? types.find(({ name }) => name === field.target) : undefined;
}
