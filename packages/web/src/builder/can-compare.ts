import type { AskedField } from '@tallyhook/schemas/api';
import type { Draft } from './draft.ts';

const periods = ['day', 'week', 'month', 'quarter', 'year'];
const withStart = ['eq', 'gt', 'gte', 'between', 'within'];

/** Whether the question may have a period before: it is grouped by periods, or its filter has a date with a start. */
export function canCompare({ groups: [group], parts, join }: Draft, fields: readonly AskedField[]): boolean {
  if (group?.unit !== undefined && periods.includes(group.unit)) return true;
  if (join === 'or' && parts.length > 1) return false;
  return parts.some((part) => {
    if ('nest' in part || !withStart.includes(part.op) || part.field.includes('.')) return false;
    const kind = fields.find(({ name }) => name === part.field)?.kind;
    return kind === 'day' || kind === 'instant';
  });
}
