import type { Answer } from '@tallyhook/query';
import { nameOfKey, recordLabel } from '@tallyhook/schemas';

/** Rows in the text; the structured answer has all of them. */
const maxShown = 50;

/** Formats an answer as a short text table, with the resolved dates, what is left out, and a link for people. */
export function textAnswer({ rows, overall, labels, meta }: Answer, link?: string): string {
  const { columns, groups, resolved, overlap, warnings = [] } = meta;
  const measures = columns.filter(({ role }) => role === 'measure').map(({ name }) => name);
  const keys = columns.filter(({ role }) => role === 'group').map(({ name }) => name);
  const lines = rows.slice(0, maxShown).map((row) => {
    const named = keys.map((name) => {
      if (row.other && !Object.hasOwn(row.key, name)) return '(all others)';
      const value = row.key[name] ?? null;
      if (value === null) return '(no value)';
      const label = nameOfKey(labels, name, String(value));
      return label === undefined ? String(value) : recordLabel(label, String(value));
    });
    return [...named.map(inCell), ...measures.map((name) => shown(row[name]))].join(' | ');
  });
  const table = rows.length === 0 ? [] : [[...keys, ...measures].join(' | '), ...lines];
  return [
    ...table,
    ...(rows.length > maxShown ? [`… ${rows.length - maxShown} more rows are in the structured answer.`] : []),
    ...(groups.truncated ? [`These are the first ${groups.returned} of ${groups.total} groups.`] : []),
    ...(groups.partial ? [`Rows of a shown "${keys[0]}" may be missing, so its rows do not add up to its total.`] : []),
    `Over everything: ${measures.map((name) => `${name} ${shown(overall[name])}`).join(', ')}.`,
    ...overlap.map((name) => `A record can be in several groups of "${name}": rows do not add up to the whole.`),
    ...resolved.ranges.map((range) => `${range.pointer} means ${spanOf(range)}.`),
    ...warnings.map(({ detail }) => detail),
    `Counted at ${meta.countedAt}; days and weeks in the time zone ${resolved.timezone}.`,
    ...(link === undefined ? [] : [`As a report: ${link}`]),
  ].join('\n');
}

/** Escapes text so that it stays within its cell. */
function inCell(text: string): string {
  return text.replaceAll(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, '\\n').replaceAll('|', '\\|');
}

const shown = (value: unknown): string => (typeof value === 'number' || typeof value === 'string' ? `${value}` : '-');

function spanOf({ from, after, before, to }: Answer['meta']['resolved']['ranges'][number]): string {
  const begin = from === undefined ? (after === undefined ? [] : [`after ${after}`]) : [`from ${from}`];
  const end = before === undefined ? (to === undefined ? [] : [`to ${to} included`]) : [`before ${before}`];
  return [...begin, ...end].join(', ');
}
