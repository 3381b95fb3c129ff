import type { ShownReport } from './shown-report.ts';

export const tagsOf = ({ definition: { tags = [] } }: ShownReport): readonly string[] => tags;

/** The reports by tag, those without a tag last. A report with two tags is in both groups. */
export function groupByTag(reports: readonly ShownReport[]): { tag: string | undefined; reports: ShownReport[] }[] {
  const tags = [...new Set(reports.flatMap(tagsOf))].sort((a, b) => a.localeCompare(b));
  const groups = tags.map((tag) => ({ tag, reports: reports.filter((report) => tagsOf(report).includes(tag)) }));
  const rest = reports.filter((report) => tagsOf(report).length === 0);
  return [...groups, ...(rest.length === 0 ? [] : [{ tag: undefined, reports: rest }])];
}
