import type { Condition, ErrorRules, RateLimit } from '@tallyhook/schemas';
import { checkReached } from './check-reached.ts';
import { checkPath, checkTemplate, type CheckContext } from './context.ts';
import { responseRoots } from './roots.ts';
import type { JsonPath } from './source-file.ts';

/** Checks what failed answers mean. */
export function checkErrors(context: CheckContext, rules: ErrorRules | undefined): void {
  for (const [index, { status, when, message }] of (rules ?? []).entries()) {
    const path = ['errors', index];
    if (status === undefined && when === undefined) {
      const hint = 'add status, such as [403], or when';
      context.report(path, { code: 'missing_key', message: 'the rule does not say which answers it is about', hint });
    }
    checkConditions(context, [...path, 'when'], when);
    if (message !== undefined) checkTemplate(context, [...path, 'message'], message, { roots: responseRoots });
  }
  checkReached(context, rules ?? []);
}

/** Checks conditions about an answer. */
export function checkConditions(
  context: CheckContext,
  path: JsonPath,
  conditions: readonly Condition[] | undefined,
): void {
  for (const [index, condition] of (conditions ?? []).entries())
    checkPath(context, [...path, index, 'path'], condition.path, responseRoots);
}

/** Checks that what belongs together is there together. */
export function checkRateLimit(context: CheckContext, rateLimit: RateLimit | undefined): void {
  if (rateLimit === undefined) return;
  const needs = (key: keyof RateLimit, other: keyof RateLimit): void => {
    if (rateLimit[key] === undefined || rateLimit[other] !== undefined) return;
    const message = `${key} says nothing without ${other}`;
    context.report(['rateLimit', key], { code: 'missing_key', message, hint: `add ${other}`, atKey: true });
  };
  needs('limit', 'windowMs');
  needs('windowMs', 'limit');
  needs('scope', 'limit');
  needs('reset', 'remaining');
}
