import { createHash, timingSafeEqual } from 'node:crypto';
import type { Condition } from '@tallyhook/schemas';
import { renderTemplate } from '../templates/render.ts';

/** Whether a condition holds. null stands for an absent value. */
export function holds(condition: Condition, values: object): boolean {
  const value = valueAt(condition.path, values);
  if (condition.is !== undefined) return value === condition.is;
  if (condition.isNot !== undefined) return value !== condition.isNot;
  if (condition.isOneOf !== undefined) return (condition.isOneOf as unknown[]).includes(value);
  if (condition.startsWith !== undefined) return typeof value === 'string' && value.startsWith(condition.startsWith);
  if (condition.contains !== undefined) return containsPart(value, condition.contains);
  if (condition.exists !== undefined) return (value !== null) === condition.exists;
  return condition.isSecret !== undefined && isSame(value, valueAt(condition.isSecret, values));
}

function valueAt(path: string, values: object): unknown {
  return renderTemplate(`{{${path}}}`, values, { place: path }) ?? null;
}

function containsPart(value: unknown, part: string | number | boolean): boolean {
  if (Array.isArray(value)) return value.includes(part);
  return typeof value === 'string' && value.includes(String(part));
}

/** Compares with a secret in a time that says nothing about it. An account without the secret matches nothing. */
function isSame(value: unknown, secret: unknown): boolean {
  if (typeof secret !== 'string' || secret === '') return false;
  return timingSafeEqual(hashOf(typeof value === 'string' ? value : ''), hashOf(secret)) && value === secret;
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
