import type { ErrorRule, ExpiredToken } from '@tallyhook/schemas';
import { isDeepStrictEqual } from 'node:util';
import { tokenEnds } from '../runtime/answer-policy.ts';
import type { CheckContext } from './context.ts';

/**
 * Warns of unreachable error rules: the first matching rule wins, and earlier rules may match every answer of a later
 * one. Answers that say the token has expired never reach the rules. `hasProblem` marks rules that already have another
 * problem; they are skipped.
 */
export function checkReached(context: CheckContext, rules: readonly ErrorRule[], hasProblem: readonly boolean[]): void {
  const ends = context.connector === undefined ? [] : (tokenEnds(context.connector.signIn) ?? []);
  for (const [index, rule] of rules.entries()) {
    // A rule without a status or condition is already reported.
    if (hasProblem[index] === true || (rule.status === undefined && rule.when === undefined)) continue;
    const means = isCovered(rule, ends) ? 'ended' : isCovered(rule, [...ends, ...rules.slice(0, index)]) ? 'other' : '';
    if (means === '') continue;
    const message =
      means === 'ended'
        ? 'no response reaches this rule: each of them means that the OAuth 2 token has expired'
        : 'no response reaches this rule: an earlier one matches first';
    const hint =
      means === 'ended'
        ? 'limit signIn.expiredWhen to the responses that mean it, such as { "status": [401], "when": [{ "path": "response.body.error", "is": "token_expired" }] }, or remove this rule'
        : 'put the narrower rule first, or remove this one';
    context.report(['errors', index], { code: 'unreachable_rule', message, hint, severity: 'warning' });
  }
}

type Fitting = Pick<ErrorRule | ExpiredToken, 'status' | 'when'>;

/** Whether other rules match every answer that this rule matches. */
function isCovered(rule: ErrorRule, others: readonly Fitting[]): boolean {
  const covering = others.filter((other) => holdsWhere(other, rule));
  if (rule.status === undefined) return covering.some(({ status }) => status === undefined);
  return rule.status.every((status) => covering.some((other) => other.status?.includes(status) !== false));
}

/** Whether every answer that meets the conditions of a rule meets those of an earlier rule, whatever its status. */
function holdsWhere(earlier: Fitting, rule: ErrorRule): boolean {
  const met = rule.when ?? [];
  return (earlier.when ?? []).every((condition) => met.some((other) => isDeepStrictEqual(other, condition)));
}
