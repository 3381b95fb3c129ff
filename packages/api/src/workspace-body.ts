import { unknownTimezone } from '@tallyhook/query';
import { Problem, type ProblemDetail } from '@tallyhook/schemas';
import type { WorkspacePatch } from '@tallyhook/schemas/api';

/**
 * Refuses a time zone that questions cannot use.
 * @throws Problem `invalid_input`.
 */
export function checkWorkspace(change: WorkspacePatch): void {
  const errors = unknownTimezones(change);
  if (errors.length > 0) throw new Problem('invalid_input', errors[0]!.detail, { errors });
}

/** The mistake for a time zone that questions cannot use. */
export function unknownTimezones(body: unknown): ProblemDetail[] {
  const { timezone } = (body ?? {}) as { timezone?: unknown };
  const unknown = typeof timezone === 'string' ? unknownTimezone(timezone) : undefined;
  return unknown === undefined ? [] : [{ pointer: '#/timezone', ...unknown }];
}
