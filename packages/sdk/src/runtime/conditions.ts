import type { Condition } from '@tallyhook/schemas';
import { renderTemplate } from '../templates/render.ts';

/** Whether a condition holds. null stands for an absent value. */
export function holds(condition: Condition, values: object): boolean {
  const value = renderTemplate(`{{${condition.path}}}`, values, { place: condition.path }) ?? null;
  return 'is' in condition ? value === condition.is : value !== condition.isNot;
}
