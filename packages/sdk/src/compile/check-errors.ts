import type { ErrorRules, RateLimit } from '@tallyhook/schemas';
import { checkReached } from './check-reached.ts';
import { checkConditions } from './check-condition.ts';
import { checkTemplate, type CheckContext } from './context.ts';
import { responseRoots } from './roots.ts';

/** Checks what failed answers mean. */
export function checkErrors(context: CheckContext, rules: ErrorRules | undefined): void {
  for (const [index, { status, when, message }] of (rules ?? []).entries()) {
    const path = ['errors', index];
    if (status === undefined && when === undefined) {
      const hint = 'add status, such as [403], or when';
      context.report(path, { code: 'missing_key', message: 'the rule does not say which answers it is about', hint });
    }
    checkConditions(context, [...path, 'when'], when, responseRoots);
    if (message !== undefined) checkTemplate(context, [...path, 'message'], message, { roots: responseRoots });
  }
  checkReached(context, rules ?? []);
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
  checkWindow(context, rateLimit);
}

/** Requests in a millisecond above which a window is likely to be one of seconds. */
const mostInMs = 0.2;

function checkWindow(context: CheckContext, { limit, windowMs }: RateLimit): void {
  if (limit === undefined || windowMs === undefined || windowMs >= 1000 || limit / windowMs <= mostInMs) return;
  const message = `${limit} requests in ${windowMs} ms are more than a service lets through: windowMs reads like seconds`;
  const hint = `write ${windowMs * 1000} for ${windowMs} s`;
  context.report(['rateLimit', 'windowMs'], { code: 'too_small', message, hint, severity: 'warning' });
}
