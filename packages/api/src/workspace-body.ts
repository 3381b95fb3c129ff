import { unknownTimezone } from '@tallyhook/query';
import { Problem, questionSchema, type ProblemDetail } from '@tallyhook/schemas';
import type { WorkspaceCalendar } from '@tallyhook/store';
import { nameSchema } from './name-schema.ts';

/** What is said of a workspace when it is made or changed. */
export interface WorkspaceChange extends Partial<WorkspaceCalendar> {
  name?: string;
}

const { timezone, weekStart } = questionSchema.properties;
const properties = {
  name: nameSchema,
  timezone: { ...timezone, description: 'The IANA time zone in which days begin where a question names none.' },
  weekStart: { ...weekStart, description: 'The day on which weeks begin where a question names none.' },
};

/** The body of a new workspace. */
export const newWorkspaceBody = {
  schema: { type: 'object', properties, required: ['name'], additionalProperties: false },
  alsoWrong: unknownTimezones,
} as const;

/** The body of a change: what is left out stays as it is. */
export const changedWorkspaceBody = {
  schema: { type: 'object', properties, additionalProperties: false },
  alsoWrong: unknownTimezones,
} as const;

/**
 * Refuses a time zone that a question could not name.
 * @throws Problem `invalid_input`.
 */
export function checkWorkspace(change: WorkspaceChange): void {
  const errors = unknownTimezones(change);
  if (errors.length > 0) throw new Problem('invalid_input', errors[0]!.detail, { errors });
}

function unknownTimezones(body: unknown): ProblemDetail[] {
  const { timezone } = (body ?? {}) as { timezone?: unknown };
  const unknown = typeof timezone === 'string' ? unknownTimezone(timezone) : undefined;
  return unknown === undefined ? [] : [{ pointer: '#/timezone', ...unknown }];
}
