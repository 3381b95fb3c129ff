import { describeFields } from '@tallyhook/query';
import type { RecordType, Report } from '@tallyhook/schemas';
import type { FieldIndex, FieldSpeed, Speed } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { collectionFacts } from '@tallyhook/store/collections';
import { listDefinitions } from '@tallyhook/store/definitions';
import { readFieldIndexes, readFieldUsage, type FieldIndexOf, type FieldUsage } from '@tallyhook/store/field-indexes';
import { likelyShare } from '@tallyhook/store/questions';
import { filteredFields, isIndexable } from './filtered-fields.ts';

export const noIndex: FieldIndex = { state: 'off', percent: null, sizeBytes: null, error: null };
/** How often and how slowly a question must be answered for an index to be suggested. */
export const suggestedFrom = { uses: 5, medianMs: 200 };
/** An index does not speed up a filter that matches a larger share of the records. */
export const maxShare = 0.1;

/**
 * Describes every field that reports filter on or that has an index, plus `also`; fields that an index would help come
 * first.
 */
export async function describeSpeed(
  store: Store,
  branch: Branch,
  also?: { type: string; field: string },
): Promise<Pick<Speed, 'since' | 'fields'>> {
  const [usage, reports] = await Promise.all([readFieldUsage(store, branch), listDefinitions(store, branch, 'report')]);
  const asked = reports.map(({ id, name, definition }) => {
    const { type, filter } = definition as Report;
    return { id, name, type, fields: filteredFields(filter) };
  });
  const rows = branch.types.map(async (type) => {
    const indexes = byField(await readFieldIndexes(store, branch, type.name));
    const used = new Map(usage.fields.filter((one) => one.type === type.name).map((one) => [one.field, one]));
    const own = asked.filter((report) => report.type === type.name);
    const names = new Set([...used.keys(), ...indexes.keys(), ...own.flatMap(({ fields }) => [...fields.keys()])]);
    if (also?.type === type.name) names.add(also.field);
    return describeFields(type, branch.types)
      .filter(({ name }) => names.has(name))
      .map((field) => {
        const using = own.filter(({ fields }) => fields.has(field.name)).map(({ id, name }) => ({ id, name }));
        return rowOf(type, field, { usage: used.get(field.name), index: indexes.get(field.name), reports: using });
      });
  });
  const fields = await dropUnhelpful(store, branch, (await Promise.all(rows)).flat());
  return { since: usage.since, fields: fields.sort(byNeed) };
}

/** The indexes on a single field. */
function byField(indexes: readonly FieldIndexOf[]): Map<string, FieldIndex> {
  const single = indexes.filter(({ fields }) => fields.length === 1);
  return new Map(single.map(({ fields, ...index }) => [fields[0]!, index]));
}

/** Drops suggestions for filters that match too many records, or for types that have few. */
async function dropUnhelpful(store: Store, branch: Branch, rows: FieldSpeed[]): Promise<FieldSpeed[]> {
  if (!rows.some(({ suggested }) => suggested)) return rows;
  const facts = await collectionFacts(store, branch);
  const checked = rows.map(async (row) => {
    const suggested = row.suggested && (await likelyShare(store, branch, facts[row.type]!, row.field)) <= maxShare;
    return { ...row, suggested };
  });
  return Promise.all(checked);
}

type Described = ReturnType<typeof describeFields>[number];

/** Why a field cannot have an index, as a message; undefined if it can. */
export function whyNoIndex({ label, kind, ops }: Pick<Described, 'label' | 'kind' | 'ops'>) {
  if (kind === 'yesNo')
    return `${label} is a yes-or-no field and cannot be indexed: each value matches too many records.`;
  if (ops.some(isIndexable)) return undefined;
  return `Questions about ${label} are answered without an index.`;
}

function rowOf(
  type: RecordType,
  field: Described,
  {
    usage,
    index = noIndex,
    reports,
  }: { usage: FieldUsage | undefined; index?: FieldIndex; reports: FieldSpeed['reports'] },
): FieldSpeed {
  const whyNot = whyNoIndex(field);
  const { uses = 0, indexableUses = 0, lastUsedAt = null, medianMs = null, totalMs = 0 } = usage ?? {};
  const isSlow = indexableUses >= suggestedFrom.uses && (medianMs ?? 0) >= suggestedFrom.medianMs;
  return {
    ...{ type: type.name, typeLabel: type.label, field: field.name, label: field.label, kind: field.kind },
    ...{ uses, lastUsedAt, medianMs, totalMs, reports },
    canIndex: whyNot === undefined,
    ...(whyNot === undefined ? {} : { whyNot }),
    suggested: whyNot === undefined && index.state === 'off' && isSlow,
    index,
  };
}

const byNeed = (a: FieldSpeed, b: FieldSpeed) => Number(b.suggested) - Number(a.suggested) || b.uses - a.uses;
