import { rulesOf, type Answer } from '@tallyhook/query';
import type { Question, Report } from '@tallyhook/schemas';
import { chartKinds, whyNotChart } from '@tallyhook/schemas/chart-fits';
import type { ApiParts } from '../parts.ts';
import type { Caller } from '../caller.ts';

/** Limit in characters of an address that browsers, proxies and the service all accept. */
const maxAddressLength = 8_000;

/**
 * The address of the page that opens the question as an unsaved report. Returns undefined if a report cannot ask it,
 * because it has several measures, or if the address would be too long.
 */
export function reportLink(
  { baseUrl }: Pick<ApiParts, 'baseUrl'>,
  { workspaceId, branch }: Pick<Caller, 'workspaceId' | 'branch'>,
  { question, answer }: { question: Question; answer: Answer },
): string | undefined {
  if ((question.measures?.length ?? 1) > 1) return undefined;
  const report = { ...question, chart: chartOf(answer) };
  const search = new URLSearchParams({ q: JSON.stringify(report), workspace: workspaceId, branch: branch.name });
  const link = `${baseUrl}/reports/new?${search}`;
  return link.length > maxAddressLength ? undefined : link;
}

/** The first chart that can show the answer. */
function chartOf({ meta }: Answer): Report['chart'] {
  const { groupBy = [], measures = [{ fn: 'count' }] } = meta.question;
  const fields = meta.columns.map(({ field, name, kind }) => ({
    name: field ?? name,
    kind,
    units: rulesOf({ kind }).units,
  }));
  return chartKinds.find(
    (kind) => whyNotChart(kind, { measure: measures[0]!, groups: groupBy }, fields) === undefined,
  )!;
}
