import type { Field, FieldOption, RecordType } from '@tallyhook/schemas';
import type { PlanContext, QuestionContext } from '@tallyhook/query';

const options = (...values: string[]): FieldOption[] =>
  values.map((value) => ({ value, label: value[0]!.toUpperCase() + value.slice(1) }));

const field = (name: string, kind: Field['kind'], more: Partial<Field> = {}): Field => ({
  name,
  label: name[0]!.toUpperCase() + name.slice(1),
  kind,
  ...more,
});

/** A type with a field of each kind, single and list. */
export const ticket: RecordType = {
  name: 'ticket',
  label: 'Ticket',
  plural: 'Tickets',
  app: 'work',
  offered: true,
  labelField: 'title',
  fields: [
    field('title', 'text'),
    field('status', 'choice', { options: options('open', 'review', 'closed') }),
    field('labels', 'choice', { many: true, options: options('bug', 'idea', 'urgent') }),
    field('estimate', 'number'),
    field('price', 'number'),
    field('dueOn', 'day'),
    field('closedAt', 'instant'),
    field('done', 'yesNo'),
    field('project', 'relation', { target: 'project' }),
    field('related', 'relation', { target: 'ticket', many: true }),
    field('assignee', 'person'),
    field('watchers', 'person', { many: true }),
    field('attachment', 'file'),
  ],
};

export const project: RecordType = {
  name: 'project',
  label: 'Project',
  plural: 'Projects',
  app: 'work',
  offered: true,
  labelField: 'name',
  fields: [
    field('name', 'text'),
    field('phase', 'choice', { options: options('plan', 'build', 'done') }),
    field('tags', 'choice', { many: true, options: options('red', 'green', 'blue') }),
    field('budget', 'number'),
    field('startsOn', 'day'),
    field('endedAt', 'instant'),
    field('active', 'yesNo'),
    field('tickets', 'relation', { target: 'ticket', many: true }),
    field('lead', 'person'),
    field('brief', 'file'),
  ],
};

/** The context for normalising and planning questions. */
export type SampleContext = QuestionContext & PlanContext;

export function sampleContext(more: Partial<SampleContext> = {}): SampleContext {
  return {
    types: [ticket, project],
    now: new Date('2026-03-09T12:00:00Z'),
    timezone: 'UTC',
    weekStart: 'monday',
    facts: {
      ticket: { collection: 'tickets', indexes: [], approximateCount: 0 },
      project: { collection: 'projects', indexes: [], approximateCount: 0 },
    },
    ...more,
  };
}
