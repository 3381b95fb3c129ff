import type { DashboardCondition, RecordType } from '@tallyhook/schemas';

/** The conditions in an address; undefined if it has none, or none that can be read. */
export function readConditions(text: string | undefined): DashboardCondition[] | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(isCondition) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isCondition(value: unknown): value is DashboardCondition {
  if (typeof value !== 'object' || value === null) return false;
  const { field, kind, op } = value as Partial<Record<string, unknown>>;
  return [field, kind, op].every((one) => typeof one === 'string');
}

/** The display name of a field that only some of the types have. */
export function labelOfAny(name: string, types: readonly RecordType[]): string {
  const own = types.flatMap(({ fields }) => fields).find((field) => field.name === name);
  const system: Record<string, string> = {
    createdAt: 'Created at',
    createdBy: 'Created by',
    updatedAt: 'Updated at',
    updatedBy: 'Updated by',
  };
  return own?.label ?? system[name] ?? name;
}
