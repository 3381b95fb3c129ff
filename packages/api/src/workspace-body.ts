import { unknownTimezone } from '@tallyhook/query';
import { Problem, questionSchema } from '@tallyhook/schemas';
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
} as const;

/** The body of a change: what is left out stays as it is. */
export const changedWorkspaceBody = {
  schema: { type: 'object', properties, additionalProperties: false },
} as const;

/**
 * Refuses a time zone that a question could not name.
 * @throws Problem `invalid_input`.
 */
export function checkWorkspace({ timezone }: WorkspaceChange): void {
  const unknown = timezone === undefined ? undefined : unknownTimezone(timezone);
  if (unknown === undefined) return;
  throw new Problem('invalid_input', unknown.detail, { errors: [{ pointer: '#/timezone', ...unknown }] });
}
