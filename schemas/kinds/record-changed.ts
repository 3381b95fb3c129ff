import type { RecordChangedTrigger } from '../generated/workflow.ts';
import { defineTriggerKind } from './kind.ts';
import { findUnknown, findUnknownType } from './known-names.ts';

/** What a run stores of the change that started it. */
export interface RecordChangedStart {
  kind: 'recordChanged';
  /** The number of the change in the change log of the branch. */
  change: number;
  type: string;
  operation: 'create' | 'update' | 'delete' | 'import' | 'merge';
  /** The id of the record; absent for an import or a merge. */
  record?: string;
  /** How many runs led to this one. */
  depth: number;
}

export const recordChanged = defineTriggerKind<RecordChangedTrigger, RecordChangedStart>({
  kind: 'recordChanged',
  name: 'Record changed',
  description:
    'Starts a run for each record of a type that is created, updated or deleted, once per change. `trigger.record` is the record after the change and `trigger.before` the one before it.',
  schema: {
    title: 'RecordChangedTrigger',
    required: ['type'],
    properties: {
      type: { $ref: '#/$defs/typeName' },
      on: {
        type: 'array',
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        items: { type: 'string', enum: ['create', 'update', 'delete'] },
        description: 'The changes that start a run; by default all.',
      },
      fields: {
        type: 'array',
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        items: { type: 'string', minLength: 1, maxLength: 100 },
        description: 'An update starts a run only if it changes one of these fields.',
      },
      conditions: {
        type: 'array',
        maxItems: 50,
        items: { $ref: '#/$defs/condition' },
        description: 'Conditions on the change, with paths such as `record.fields.status`; all must hold.',
      },
      imports: {
        type: 'boolean',
        default: false,
        description:
          'Whether an import or a merge of branches starts a run: one for all its records of the type, with `trigger.count`.',
      },
      workflows: {
        type: 'boolean',
        default: false,
        description: 'Whether changes by workflows start a run, including its own; at most eight in a chain.',
      },
    },
    examples: [
      {
        kind: 'recordChanged',
        type: 'ticket',
        on: ['update'],
        fields: ['status'],
        conditions: [{ path: 'record.fields.status', op: 'eq', value: 'done' }],
      },
    ],
  },
  roots: {
    record: 'any',
    before: 'any',
    operation: 'single',
    change: 'single',
    by: 'single',
    at: 'single',
    count: 'single',
  },
  summary: ({ type, on, fields }) => [type, ...(on ?? []), ...(fields ?? [])].join(', '),
  describeStart: ({ type, operation, record }) => ({
    by: `${type}, ${operation}`,
    ...(record !== undefined && { reference: { name: 'Record', id: record } }),
  }),
  findMistakes: ({ type: name, fields = [] }, lookup) => {
    const type = lookup.recordTypes.find((one) => one.name === name);
    if (type === undefined) return Promise.resolve(findUnknownType(['type'], name, lookup));
    const allowed = type.fields.map((field) => field.name);
    return Promise.resolve(
      fields.flatMap((field, index) => findUnknown(['fields', index], { name: field, allowed, what: 'field' })),
    );
  },
});
