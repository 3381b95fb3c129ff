import { dashboardSchema } from '@tallyhook/schemas';
import { nameSchema } from '../name-schema.ts';

const idSchema = { $ref: 'dashboard.schema.json#/$defs/id' };
const widthSchema = { $ref: 'dashboard.schema.json#/$defs/width' };
const references = [dashboardSchema];

/** The body of a new dashboard or of a new name for one. */
export const dashboardBody = {
  schema: {
    type: 'object',
    properties: { name: nameSchema },
    required: ['name'],
    additionalProperties: false,
  },
};

/** The body that puts a report on a dashboard; `id` and `before` put a tile back where it was. */
export const newTileBody = {
  schema: {
    type: 'object',
    properties: {
      report: idSchema,
      width: widthSchema,
      id: idSchema,
      before: { anyOf: [idSchema, { type: 'null' }] },
    },
    required: ['report'],
    additionalProperties: false,
  },
  references,
};

/** The body of a change of one tile: one thing at a time. */
export const tileChangeBody = {
  schema: {
    type: 'object',
    properties: { move: { enum: ['earlier', 'later'] }, width: widthSchema },
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
  },
  references,
};
