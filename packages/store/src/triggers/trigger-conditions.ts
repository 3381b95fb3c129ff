import type { WorkflowCondition } from '@tallyhook/schemas';

/** Whether the payload meets all conditions. */
export function meetsConditions(conditions: readonly WorkflowCondition[], payload: unknown): boolean {
  return conditions.every((condition) => meetsCondition(condition, payload));
}

function meetsCondition({ path, op, value }: WorkflowCondition, payload: unknown): boolean {
  const found = readPath(payload, path);
  switch (op) {
    case 'eq':
      return isSame(found, value);
    case 'ne':
      return !isSame(found, value);
    case 'in':
      return toList(value).some((item) => isSame(found, item));
    case 'nin':
      return !toList(value).some((item) => isSame(found, item));
    case 'contains':
      return contains(found, value);
    case 'ncontains':
      return !contains(found, value);
    case 'empty':
      return isEmpty(found);
    case 'nempty':
      return !isEmpty(found);
  }
}

/** Empty, missing, null and [] are the same, as in the answers to questions. */
function isEmpty(found: unknown): boolean {
  return found === undefined || found === null || found === '' || (Array.isArray(found) && found.length === 0);
}

function isSame(found: unknown, value: unknown): boolean {
  return found === value || (value === null && isEmpty(found));
}

/** A text contains a part of it, ignoring case; a list contains one of its values. */
function contains(found: unknown, value: unknown): boolean {
  if (Array.isArray(found)) return found.some((item) => isSame(item, value));
  if (typeof found !== 'string' || typeof value !== 'string') return false;
  return found.toLowerCase().includes(value.toLowerCase());
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Follows own properties only, so that a payload's author reaches nothing outside the payload. */
function readPath(payload: unknown, path: string): unknown {
  let at = payload;
  for (const name of pathNames(path)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** A bracketed name may contain paired brackets, like the field names of a form: `[data[id]]`. */
function pathNames(path: string): string[] {
  return Array.from(path.matchAll(/\[((?:[^[\]]|\[[^[\]]*\])*)\]|[^.[\]]+/g), (match) => match[1] ?? match[0]);
}
