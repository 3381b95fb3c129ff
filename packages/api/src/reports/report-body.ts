import { questionSchema, reportSchema } from '@tallyhook/schemas';
import { mistakesOfDefinition } from './check-report.ts';
import { nameSchema } from '../name-schema.ts';
import { revisionSchema } from '../record-body.ts';

const properties = {
  name: nameSchema,
  definition: { $ref: 'report.schema.json' },
};
const references = [reportSchema, questionSchema];

/** The body of a new report. */
export const newReportBody = {
  schema: {
    type: 'object',
    properties: { ...properties, dashboard: { type: 'string', maxLength: 100 } },
    required: ['name', 'definition'],
    additionalProperties: false,
  },
  references,
  isQuestion: true,
  alsoWrong: mistakesOfDefinition,
} as const;

/** The body of a change: what is left out stays as it is. */
export const changedReportBody = {
  schema: {
    type: 'object',
    properties: { ...properties, revision: revisionSchema },
    required: ['revision'],
    additionalProperties: false,
  },
  references,
  isQuestion: true,
  alsoWrong: mistakesOfDefinition,
} as const;
