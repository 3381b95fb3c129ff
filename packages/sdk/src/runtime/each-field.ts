import { ActionError } from '../action-error.ts';
import { renderTemplate } from '../templates/render.ts';

/** The elements of a list in an answer. An object gives its keys and values as `name` and `value`. */
export function fieldsOf(path: string, values: object, place: string): unknown[] {
  const found = renderTemplate(`{{${path}}}`, values, { place }) ?? [];
  if (Array.isArray(found)) return found as unknown[];
  if (typeof found === 'object')
    return Object.entries(found).map(([name, value]) => ({ name, value: value as unknown }));
  throw new ActionError('fatal', `${place}: expected a list or an object at ${path}, got ${typeof found}`);
}
