import { setTimeout as pause } from 'node:timers/promises';
import { countsRecords, describeFields, type NormalizedQuestion } from '@tallyhook/query';
import type { BranchFacts } from '@tallyhook/query';
import { problemFrom } from '@tallyhook/store';
import { readFieldIndexes } from '@tallyhook/store/field-indexes';
import { likelyShare } from '@tallyhook/store/questions';
import type { ApiParts } from '../parts.ts';
import type { Caller } from '../caller.ts';
import { maxShare, whyNoIndex } from './describe-speed.ts';
import { filteredFields } from './filtered-fields.ts';

/** Fields that need an index, and the page where it can be created. */
export interface IndexAdvice {
  index: string[];
  page: string;
}

interface Understood {
  question: NormalizedQuestion;
  facts: BranchFacts;
}

/** The caller has already waited long enough: advice that takes longer is left out. */
const patienceMs = 250;

/**
 * Which indexes would help a question that timed out; undefined if none would, or if that cannot be determined in time.
 */
export async function adviseIndexes(
  deps: Pick<ApiParts, 'store' | 'logger'>,
  { branch, workspaceId }: Pick<Caller, 'branch' | 'workspaceId'>,
  { question, facts }: Understood,
): Promise<IndexAdvice[]> {
  const found = fieldsToIndex(deps, branch, { question, facts }).catch((error: unknown) => {
    deps.logger.warn({ error: String(problemFrom(error)) }, 'Could not find out which indexes would help.');
    return [];
  });
  const index = await Promise.race([found, pause(patienceMs, [], { ref: false })]);
  const page = `/speed?${new URLSearchParams({ workspace: workspaceId, branch: branch.name })}`;
  return index.length === 0 ? [] : [{ index, page }];
}

async function fieldsToIndex(
  { store }: Pick<ApiParts, 'store'>,
  branch: Caller['branch'],
  { question, facts }: Understood,
): Promise<string[]> {
  const { type, document, groups, measures } = question;
  const filtered = [...filteredFields(document.filter)].filter(([, isIndexable]) => isIndexable).map(([name]) => name);
  // Groups can be counted from an index if all records count; other measures read the records.
  const isCount = document.filter === undefined && countsRecords(measures);
  const grouped = isCount && groups.length === 1 ? groups.map(({ field, via }) => via?.field.name ?? field.name) : [];
  const indexes = await readFieldIndexes(store, branch, type.name);
  const described = describeFields(type, branch.types);
  const canHaveOne = [...new Set([...filtered, ...grouped])].filter((name) => {
    const field = described.find((one) => one.name === name);
    const hasIndex = indexes.some(({ fields }) => fields.length === 1 && fields[0] === name);
    return field !== undefined && whyNoIndex(field) === undefined && !hasIndex;
  });
  if (canHaveOne.length === 0) return [];
  const helps = canHaveOne.map(
    async (name) => grouped.includes(name) || (await likelyShare(store, branch, facts[type.name]!, name)) <= maxShare,
  );
  const isHelped = await Promise.all(helps);
  return canHaveOne.filter((_, at) => isHelped[at]);
}
