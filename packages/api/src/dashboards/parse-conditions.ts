import { createValidator, Problem, type DashboardCondition } from '@tallyhook/schemas';
import { schemaPlaces, schemas } from '@tallyhook/schemas/api';
import { parseQuestionJson } from '../parse-json.ts';

const place = 'The parameter "conditions"';
const validate = createValidator({ $ref: schemaPlaces.AskedConditions }, schemas);

/**
 * Reads the conditions of a dashboard from a query string.
 * @throws Problem `invalid_json`; `invalid_question` with every mistake.
 */
export function parseConditions(text: string | undefined): DashboardCondition[] {
  if (text === undefined) return [];
  const value = parseQuestionJson(text, place, ['conditions']);
  const errors = validate(value).map((mistake) => ({
    ...mistake,
    pointer: (mistake.pointer ?? '#').replace(/^#/, '#/conditions'),
  }));
  if (errors.length === 0) return value as DashboardCondition[];
  throw new Problem('invalid_question', `${place} has mistakes: ${errors[0]!.detail}.`, { errors });
}
