import type { Answer, AnswerColumn, RecordType } from '@tallyhook/schemas';

/** Sample answers for chart tests, in the service's format. */
export const types: RecordType[] = [
  {
    name: 'ticket',
    label: 'Ticket',
    plural: 'Tickets',
    app: 'work',
    offered: true,
    labelField: 'title',
    fields: [
      {
        name: 'status',
        label: 'Status',
        kind: 'choice',
        options: [
          { value: 'open', label: 'Open' },
          { value: 'in_progress', label: 'In progress' },
          { value: 'done', label: 'Done' },
        ],
      },
    ],
  },
];

export const status: AnswerColumn = { name: 'status', role: 'group', label: 'Status', kind: 'choice', field: 'status' };
export const project: AnswerColumn = {
  name: 'project',
  role: 'group',
  label: 'Project',
  kind: 'relation',
  field: 'project',
  target: 'project',
};
export const count: AnswerColumn = {
  name: 'count',
  role: 'measure',
  label: 'Number of Tickets',
  kind: 'number',
  fn: 'count',
};
export const average: AnswerColumn = {
  name: 'avg',
  role: 'measure',
  label: 'Average of Hours',
  kind: 'number',
  fn: 'avg',
};

/** A grouping by a day or a moment. */
export function closedBy(unit: NonNullable<AnswerColumn['unit']>): AnswerColumn {
  return { name: 'closed', role: 'group', label: 'Closed at', kind: 'instant', field: 'closedAt', unit };
}

type Key = string | number | boolean | null;

/** Creates an answer with these columns; each row is its keys followed by its measure. */
export function answerOf(columns: AnswerColumn[], rows: (Key | undefined)[][], labels?: Answer['labels']): Answer {
  const measure = columns.at(-1)!;
  return {
    rows: rows.map((row) => ({
      key: Object.fromEntries(columns.slice(0, -1).map(({ name }, index) => [name, row[index] ?? null])),
      [measure.name]: row.at(-1) ?? null,
    })),
    overall: { [measure.name]: rows.reduce((sum, row) => sum + Number(row.at(-1) ?? 0), 0) },
    ...(labels === undefined ? {} : { labels }),
    meta: {
      question: { type: 'ticket' },
      columns,
      resolved: { timezone: 'UTC', weekStart: 'monday', ranges: [] },
      groups: { returned: rows.length, total: rows.length, truncated: false },
      overlap: [],
      countedAt: '2026-03-09T12:00:00.000Z',
      tookMs: 4,
    },
  };
}
