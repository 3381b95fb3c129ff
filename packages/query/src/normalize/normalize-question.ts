import {
  Problem,
  type AnswerRange,
  type ProblemDetail,
  type Question,
  type QuestionGroup,
  type RecordType,
} from '@tallyhook/schemas';
import type { WeekStart } from '../dates/days.ts';
import { unknownTimezone } from '../dates/unknown-timezone.ts';
import { openZone } from '../dates/zone.ts';
import { limits, maxConditions } from '../grammar.ts';
import type { QuestionContext } from '../question-context.ts';
import { addMistake, addUnknown, type Mistakes } from './mistakes.ts';
import type { Group, NormalizedQuestion } from './normalized-question.ts';
import { readFilter } from './read-filter.ts';
import { readGroups } from './read-groups.ts';
import { readHaving } from './read-having.ts';
import { readMeasures } from './read-measures.ts';
import { readChoice, readCount, readObject, readText } from './read-shape.ts';
import { readSort } from './read-sort.ts';

const weekStarts: readonly WeekStart[] = ['monday', 'sunday', 'saturday'];
const optional = ['filter', 'groupBy', 'measures', 'having', 'sort', 'limit', 'timezone', 'weekStart'];

/**
 * Validates an untrusted question and fills in its defaults.
 *
 * ```ts
 * normalizeQuestion({ type: 'ticket', groupBy: [{ field: 'status' }] }, context).measures; // [{ name: 'count', fn: 'count' }]
 * ```
 * @throws Problem `invalid_question` with every mistake, each with its pointer, the allowed values and the nearest
 * name.
 */
export function normalizeQuestion(input: unknown, context: QuestionContext): NormalizedQuestion {
  const mistakes: Mistakes = [];
  const given = readObject(input, { path: [], required: ['type'], optional }, mistakes);
  if (given === undefined) throw invalidQuestion(mistakes);
  const type = Object.hasOwn(given, 'type') ? readType(given.type, context.types, mistakes) : undefined;
  const timezone = readTimezone(given.timezone, context, mistakes);
  const weekStart = readWeekStart(given.weekStart, context, mistakes);
  const { types } = context;
  const ranges: AnswerRange[] = [];
  const clock = { now: context.now, zone: openZone(timezone), weekStart };
  const max = maxConditions(Array.isArray(given.groupBy) ? given.groupBy.length : 0);
  const { me, choicesInUse } = context;
  const filter = readFilter(given.filter, { type, types, clock, me, choicesInUse, mistakes, ranges, max });
  const groups = readGroups(given.groupBy, { type, types, filter, clock, mistakes });
  const measures = readMeasures(given.measures, { type, types, mistakes });
  const isGrouped = isMeantToGroup(given, mistakes);
  const having = readHaving(given.having, { isGrouped, measures, clock, mistakes, ranges });
  const sort = readSort(given.sort, { groups, measures, mistakes });
  const limit = readLimit(given.limit, mistakes);
  if (mistakes.length > 0 || type === undefined) throw invalidQuestion(mistakes);
  const entries = { groups: groups.entries, measures: measures.entries };
  const parts = { type, filter, ...entries, having, sort, limit, timezone, weekStart, ranges };
  return { ...parts, askedAt: context.now, document: documentOf(parts, given) };
}

type Parts = Pick<NormalizedQuestion, 'type' | 'groups' | 'measures' | 'limit' | 'timezone' | 'weekStart'>;

/** The question as a document, with all defaults filled in. */
function documentOf(
  { type, groups, measures, limit, timezone, weekStart }: Parts,
  { filter, having, sort }: Partial<Question>,
): Question {
  return {
    type: type.name,
    ...(filter === undefined ? {} : { filter: structuredClone(filter) }),
    groupBy: groups.map(groupDocument),
    measures: measures.map(({ name, fn, field }) => ({
      fn,
      ...(field === undefined ? {} : { field: field.name }),
      as: name,
    })),
    ...(having === undefined ? {} : { having: structuredClone(having) }),
    ...(sort === undefined ? {} : { sort: structuredClone(sort) }),
    limit,
    timezone,
    weekStart,
  };
}

function groupDocument({ name, field, via, unit, fill, top, other }: Group): QuestionGroup {
  return {
    field: via === undefined ? field.name : `${via.field.name}.${field.name}`,
    ...(unit === undefined ? {} : { unit }),
    as: name,
    ...(fill === undefined ? {} : { fill: true }),
    ...(top === undefined ? {} : { top }),
    ...(other ? { other } : {}),
  };
}

function readType(given: unknown, types: readonly RecordType[], mistakes: Mistakes): RecordType | undefined {
  const name = readText(given, { path: ['type'], maxLength: 100 }, mistakes);
  if (name === undefined) return undefined;
  const type = types.find((candidate) => candidate.name === name);
  if (type === undefined) {
    const sentence = `there is no record type "${name}" on this branch`;
    const known = types.map((candidate) => candidate.name);
    addUnknown(mistakes, ['type'], { code: 'unknown_type', sentence, given: name, known });
  }
  return type;
}

function readTimezone(
  given: unknown,
  context: Pick<QuestionContext, 'timezone' | 'weekStart'>,
  mistakes: Mistakes,
): string {
  if (given === undefined) return context.timezone;
  const name = readText(given, { path: ['timezone'], maxLength: 64 }, mistakes);
  if (name === undefined) return context.timezone;
  const unknown = unknownTimezone(name);
  if (unknown === undefined) return name;
  addMistake(mistakes, ['timezone'], unknown.code, unknown.detail, { suggestion: unknown.suggestion });
  return context.timezone;
}

function readWeekStart(
  given: unknown,
  context: Pick<QuestionContext, 'timezone' | 'weekStart'>,
  mistakes: Mistakes,
): WeekStart {
  if (given === undefined) return context.weekStart;
  return readChoice(given, { path: ['weekStart'], allowed: weekStarts }, mistakes) ?? context.weekStart;
}

/** Whether the question has groups, even invalid ones or under a misspelt key. */
function isMeantToGroup({ groupBy }: Record<string, unknown>, mistakes: Mistakes): boolean {
  if (groupBy === undefined) return mistakes.some(({ suggestion }) => suggestion === 'groupBy');
  return !Array.isArray(groupBy) || groupBy.length > 0;
}

function readLimit(given: unknown, mistakes: Mistakes): number {
  if (given === undefined) return limits.defaultRows;
  return readCount(given, { path: ['limit'], min: 1, max: limits.rows }, mistakes) ?? limits.defaultRows;
}

/** The problem for a question with at least one mistake. */
export function invalidQuestion(mistakes: readonly ProblemDetail[]): Problem {
  const [first] = mistakes;
  const detail =
    mistakes.length === 1 ? `${first!.pointer}: ${first!.detail}` : `The question has ${mistakes.length} mistakes.`;
  return new Problem('invalid_question', detail, { errors: mistakes });
}
