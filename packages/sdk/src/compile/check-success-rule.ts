import type { ErrorRule, Request } from '@tallyhook/schemas';
import type { CheckContext } from './context.ts';

/** Whether every answer with this status counts as success, whatever its content. */
export function countsAsDone({ success }: Request, status: number): boolean {
  if (success?.unless !== undefined) return false;
  return success?.status?.includes(status) ?? isDefaultSuccess(status);
}

function isDefaultSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Warns of a rule that applies only to successful answers, which are never checked against rules. `requests` are all
 * requests the rules apply to. Returns whether the rule is one.
 */
export function checkSuccessRule(
  context: CheckContext,
  index: number,
  { rule, requests }: { rule: ErrorRule; requests: readonly Request[] },
): boolean {
  const { status: statuses = [] } = rule;
  const isSuccess = (status: number): boolean => requests.every((request) => countsAsDone(request, status));
  if (requests.length === 0 || statuses.length === 0 || !statuses.every(isSuccess)) return false;
  const those = statuses.length === 1 ? `a response with ${statuses[0]} counts` : 'responses with these statuses count';
  const message = `${those} as success, and rules apply only to failed responses`;
  context.report(['errors', index], {
    code: 'unreachable_rule',
    message,
    hint: hintFor(rule, statuses),
    severity: 'warning',
  });
  return true;
}

function hintFor({ when = [] }: ErrorRule, statuses: readonly number[]): string {
  const listed = statuses.filter((status) => !isDefaultSuccess(status));
  if (listed.length > 0) return `remove ${listed.join(', ')} from request.success.status, or remove this rule`;
  // One of `unless` is enough to fail, while all of `when` must hold.
  const failed = when.length === 1 ? `, such as "success": { "unless": ${JSON.stringify(when)} } in "request"` : '';
  return `declare under request.success.unless which of these responses failed${failed}; or remove this rule`;
}
