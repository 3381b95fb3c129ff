import type { ConnectorAction, ErrorRules, RateLimit, Request } from '@tallyhook/schemas';
import { checkReached } from './check-reached.ts';
import { checkSuccessRule, countsAsDone } from './check-success-rule.ts';
import { checkConditions } from './check-condition.ts';
import { checkTemplate, type CheckContext } from './context.ts';
import { responseRoots } from './roots.ts';

/** Checks error rules. `requests` are the requests whose answers the rules apply to, as far as known here. */
export function checkErrors(
  context: CheckContext,
  rules: ErrorRules | undefined,
  requests: readonly Request[] = [],
): void {
  for (const [index, { status, when, message }] of (rules ?? []).entries()) {
    const path = ['errors', index];
    if (status === undefined && when === undefined) {
      const hint = 'add status, such as [403], or when';
      context.report(path, {
        code: 'missing_key',
        message: 'the rule does not say which responses it applies to',
        hint,
      });
    }
    checkConditions(context, [...path, 'when'], when, responseRoots);
    if (message !== undefined)
      checkTemplate(context, [...path, 'message'], message, { roots: responseRoots }, { isText: true });
  }
  const taken = (rules ?? []).map((rule, index) => checkSuccessRule(context, index, { rule, requests }));
  checkReached(context, rules ?? [], taken);
}

/** Warns of retry statuses that count as success. In an upload, each request declares its own success. */
export function checkRetry(context: CheckContext, { request, retry, upload }: ConnectorAction): void {
  if (upload !== undefined) return;
  for (const [index, status] of (retry?.status ?? []).entries()) {
    if (!countsAsDone(request, status)) continue;
    const message = `a response with ${status} counts as success, so the request is not repeated`;
    const hint = 'leave it out, or declare under request.success.unless which of these responses failed';
    context.report(['retry', 'status', index], { code: 'unreachable_rule', message, hint, severity: 'warning' });
  }
}

/** Checks that the keys of a rate limit are complete. */
export function checkRateLimit(context: CheckContext, rateLimit: RateLimit | undefined): void {
  if (rateLimit === undefined) return;
  const needs = (key: keyof RateLimit, other: keyof RateLimit): void => {
    if (rateLimit[key] === undefined || rateLimit[other] !== undefined) return;
    const message = `${key} has no effect without ${other}`;
    context.report(['rateLimit', key], { code: 'missing_key', message, hint: `add ${other}`, atKey: true });
  };
  needs('limit', 'windowMs');
  needs('windowMs', 'limit');
  needs('scope', 'limit');
  needs('reset', 'remaining');
}
