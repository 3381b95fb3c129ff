import type { Answer, AnswerColumn } from '@tallyhook/schemas';
import { directionLabel, lastGroupsLabel } from '../reports/direction-label.ts';
import type { Formats } from './formats.ts';

/**
 * For a truncated answer, says how many groups there are, which are shown and which are missing; undefined if it has
 * all of them. In the default order, groups without a value are dropped first, however large they are.
 */
export function describeCut({ meta }: Answer, { number }: Formats): string | undefined {
  const { groups, question, columns } = meta;
  if (!groups.truncated) return undefined;
  const isUsual = question.sort === undefined || question.sort.length === 0;
  const order = isUsual ? usualOrder(columns) : question.sort!.map(({ by, dir }) => ({ by, dir: dir ?? 'asc' }));
  const steps = order.map(({ by, dir }) => ({ ...columns.find(({ name }) => name === by)!, dir }));
  const [first, second] = columns.filter(({ role }) => role === 'group');
  const whole = second !== undefined && steps[0]!.name !== second.name ? ` of ${first!.label}` : '';
  const firstAt = steps.findIndex(({ name }) => name === first!.name);
  const words = steps.map(({ label, role, kind, dir }, at) => {
    const isOfWhole = role === 'measure' && (firstAt < 0 || at < firstAt);
    return `${label}${isOfWhole ? whole : ''}, ${directionLabel(dir, kind)}`;
  });
  const last = lastGroupsLabel(steps[0]!.dir, steps[0]!.kind);
  const shown = `Only the first ${number(groups.returned)} of ${number(groups.total)} groups are shown`;
  const parts = groups.partial === true ? ` Not all parts of each ${first!.label} are shown.` : '';
  const asked = `${shown}, sorted by ${words.join(', then ')}. The ${last} are left out.${parts}`;
  const isOfThings = columns.every(({ role, unit }) => role === 'measure' || unit === undefined);
  if (!isUsual || !isOfThings) return asked;
  const { label } = columns.find(({ role }) => role === 'measure')!;
  return `${asked} Groups without a value come last. To rank them with the others, sort by ${label}.`;
}

/** The service's default order of groups. */
function usualOrder(columns: readonly AnswerColumn[]): { by: string; dir: 'asc' | 'desc' }[] {
  const periods = columns.filter(({ unit }) => unit !== undefined);
  const measure = columns.find(({ role }) => role === 'measure')!;
  return [...periods.map(({ name }) => ({ by: name, dir: 'asc' as const })), { by: measure.name, dir: 'desc' }];
}
