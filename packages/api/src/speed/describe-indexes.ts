import {
  beginsWith,
  describeFields,
  helpsQuestion,
  likelyIndexSize,
  normalizeQuestion,
  questionOfReport,
  suggestIndexes,
  type BranchFacts,
  type NormalizedQuestion,
} from '@tallyhook/query';
import { Problem, type Field, type Question, type RecordType, type Report } from '@tallyhook/schemas';
import type { FieldIndex, IndexSpeed } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { collectionFacts, sampleOfFields } from '@tallyhook/store/collections';
import { listDefinitions } from '@tallyhook/store/definitions';
import {
  readFieldIndexes,
  readQuestionUsage,
  type FieldIndexOf,
  type QuestionUsage,
} from '@tallyhook/store/field-indexes';
import { noIndex, suggestedFrom, whyNoIndex } from './describe-speed.ts';
import { filteredFields } from './filtered-fields.ts';

/** Suggestions consider the questions of a type that took longest. */
const maxQuestions = 20;
/** Reports beyond this number are not listed. */
const maxReports = 100;

/** A question that reports asked, as it is understood now. */
interface Noted extends QuestionUsage {
  understood: NormalizedQuestion;
}

interface NamedQuestion {
  id: string;
  name: string;
  question: NormalizedQuestion;
}

/** A type with its questions, and what the planner needs to know. */
interface TypeAsked {
  type: RecordType;
  noted: Noted[];
  reports: NamedQuestion[];
  indexes: FieldIndexOf[];
  /** With a sample of all fields of the questions, if there are enough records. */
  facts: BranchFacts;
}

/**
 * Describes the indexes that help questions of reports, by type: suggested ones, and existing ones on several fields or
 * used by these questions. Suggestions for slow questions that are asked often come first.
 * @param only Describes only the type, with the index on these fields in any case.
 */
export async function describeIndexes(
  { store, now }: { store: Store; now: () => Date },
  branch: Branch,
  only?: { type: string; fields: readonly string[] },
): Promise<IndexSpeed[]> {
  const [usage, reports, facts] = await Promise.all([
    readQuestionUsage(store, branch),
    listDefinitions(store, branch, 'report'),
    collectionFacts(store, branch),
  ]);
  const understand = (question: Question) => understoodOn(branch, question, now);
  const types = only ? branch.types.filter(({ name }) => name === only.type) : branch.types;
  const rows = types.map(async (type) => {
    const noted = usage
      .filter(({ question }) => question.type === type.name)
      .slice(0, maxQuestions)
      .flatMap((one) => understand(one.question).map((understood): Noted => ({ ...one, understood })));
    const ownReports = reports
      .filter(({ definition }) => (definition as Report).type === type.name)
      .slice(0, maxReports)
      .flatMap(({ id, name, definition }) =>
        understand(questionOfReport(definition as Report, branch.types)).map((question) => ({ id, name, question })),
      );
    const indexes = await readFieldIndexes(store, branch, type.name);
    const asked = { type, noted, reports: ownReports, indexes, facts };
    const sampled = await withSample(store, branch, asked);
    return rowsOf(sampled, branch, only?.fields);
  });
  const all = (await Promise.all(rows)).flat();
  return all.sort((a, b) => Number(b.suggested) - Number(a.suggested) || b.totalMs - a.totalMs);
}

/** A question that the types of the branch still allow; nothing if they no longer do. */
function understoodOn(
  { types, timezone, weekStart }: Branch,
  question: Question,
  now: () => Date,
): NormalizedQuestion[] {
  try {
    return [normalizeQuestion(question, { types, timezone, weekStart, now: now(), me: 'anybody' })];
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_question') return [];
    throw error;
  }
}

async function withSample(store: Store, branch: Branch, asked: TypeAsked): Promise<TypeAsked> {
  const { type, noted, reports, indexes } = asked;
  const own = asked.facts[type.name];
  const questions = [...noted.map(({ understood }) => understood), ...reports.map(({ question }) => question)];
  const names = new Set([...questions.flatMap(fieldNames), ...indexes.flatMap(({ fields }) => fields)]);
  if (own === undefined || names.size === 0) return asked;
  const sample = await sampleOfFields(store, branch.workspaceId, own, [...names].sort());
  return sample === undefined ? asked : { ...asked, facts: { ...asked.facts, [type.name]: { ...own, sample } } };
}

/** The fields of a type that a question names. */
function fieldNames({ document: { filter, groupBy = [], measures = [] } }: NormalizedQuestion): string[] {
  const paths = [...groupBy.map(({ field }) => field), ...measures.flatMap(({ field }) => field ?? [])];
  return [...filteredFields(filter).keys(), ...paths.map((path) => path.split('.')[0]!)];
}

function rowsOf(asked: TypeAsked, branch: Branch, also: readonly string[] | undefined): IndexSpeed[] {
  const { type, noted, indexes, facts } = asked;
  const known = describeFields(type, branch.types);
  const canHave = new Set(known.filter((field) => whyNoIndex(field) === undefined).map(({ name }) => name));
  const isKnown = ({ fields }: FieldIndexOf) => fields.every((name) => known.some((field) => field.name === name));
  const existing = indexes.filter(isKnown);
  const hasSample = facts[type.name]?.sample !== undefined;
  const often = noted.map(({ understood, totalMs }) => ({ question: understood, totalMs }));
  // One that is being built counts as existing.
  const planned = { ...facts, [type.name]: { ...facts[type.name]!, indexes: existing.map(asPlanned) } };
  const suggested = hasSample ? suggestIndexes(often, planned, ({ name }) => canHave.has(name)) : [];
  const isListed = ({ fields }: FieldIndexOf) =>
    fields.length > 1 || (hasSample && noted.some(({ understood }) => helpsQuestion(understood, facts, fields)));
  const rows = [
    ...suggested.map((fields) => rowOf(asked, branch, { fields, index: noIndex })),
    ...existing.filter(isListed).map(({ fields, ...index }) => rowOf(asked, branch, { fields, index })),
  ];
  const isIn = rows.some(({ fields }) => fields.map(({ field }) => field).join() === also?.join());
  if (also === undefined || isIn) return rows;
  const found = existing.find(({ fields }) => fields.join() === also.join());
  const { fields, ...index } = found ?? { fields: [...also], ...noIndex };
  return [...rows, rowOf(asked, branch, { fields, index })];
}

const asPlanned = ({ fields }: FieldIndexOf) => ({
  name: fields.join(),
  key: Object.fromEntries(fields.map((name) => [name, 1])),
});

function rowOf(
  { type, noted, reports, indexes, facts }: TypeAsked,
  branch: Branch,
  { fields, index }: { fields: readonly string[]; index: FieldIndex },
): IndexSpeed {
  const helped = noted.filter(({ understood }) => helpsQuestion(understood, facts, fields));
  const named = describeFields(type, branch.types);
  const labelled = (names: readonly string[]) =>
    names.map((field) => ({ field, label: named.find(({ name }) => name === field)?.label ?? field }));
  const covered = indexes.filter((one) => one.fields.length < fields.length && beginsWith(fields, one.fields));
  const isSlow = helped.some(({ uses, medianMs }) => uses >= suggestedFrom.uses && medianMs >= suggestedFrom.medianMs);
  return {
    ...{ type: type.name, typeLabel: type.label, fields: labelled(fields) },
    questions: helped.length,
    uses: helped.reduce((sum, { uses }) => sum + uses, 0),
    medianMs: helped.length === 0 ? null : Math.max(...helped.map(({ medianMs }) => medianMs)),
    totalMs: helped.reduce((sum, { totalMs }) => sum + totalMs, 0),
    reports: reports
      .filter(({ question }) => helpsQuestion(question, facts, fields))
      .map(({ id, name }) => ({ id, name })),
    covers: covered.map((one) => labelled(one.fields)),
    suggested: index.state === 'off' && isSlow,
    likelyBytes: index.state === 'off' ? likelyBytes(type, named, { fields, facts }) : null,
    index,
  };
}

function likelyBytes(
  type: RecordType,
  named: readonly Field[],
  { fields, facts }: { fields: readonly string[]; facts: BranchFacts },
): number | null {
  const { sample = [], approximateCount = 0 } = facts[type.name] ?? {};
  const indexed = fields.flatMap((name) => named.find((field) => field.name === name) ?? []);
  return likelyIndexSize(indexed, sample, approximateCount) ?? null;
}
