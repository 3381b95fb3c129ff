import { composeWorkflowSchema, workflowKinds } from '@tallyhook/schemas/kinds';

/** A part of a JSON Schema, as far as the form reads it. */
export interface FieldSchema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly string[];
  items?: FieldSchema;
  title?: string;
  description?: string;
  default?: unknown;
  format?: string;
  properties?: Record<string, FieldSchema>;
  required?: readonly string[];
}

const { $defs } = composeWorkflowSchema(workflowKinds) as { $defs: Record<string, FieldSchema> };

/** The schema behind a reference; its own words win. */
export function resolve(schema: FieldSchema): FieldSchema {
  const name = schema.$ref?.replace('#/$defs/', '');
  return name === undefined ? schema : { ...$defs[name], ...schema };
}

const labels: Record<string, string> = {
  ...{ url: 'Address', json: 'Body as JSON', text: 'Body as text', form: 'Body as a form', to: 'Who may answer' },
  ...{ if: 'Test', list: 'List', as: 'How the run ends', within: 'Waits for at most', otherwise: 'If nothing comes' },
  ...{ for: 'How long', until: 'Until', at: 'Time of day', days: 'Days', on: 'Changes', type: 'Record type' },
  ...{ parallel: 'Items at the same time', limit: 'At most', record: 'Id of the record', label: 'Words on the button' },
  ...{ missed: 'Missed times', imports: 'Also for imports', workflows: 'Also for changes by workflows' },
  ...{ background: 'Go on without waiting', id: 'Id of the delivery', cron: 'Or cron', timezone: 'Time zone' },
};

/** The label of a field: its own words, or its name with spaces. */
export function labelOf(name: string, schema?: FieldSchema): string {
  if (schema?.title !== undefined) return schema.title;
  const known = labels[name];
  if (known !== undefined) return known;
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const optionLabels: Record<string, string> = {
  ...{ goOn: 'The run goes on', fail: 'The step fails', completed: 'As completed', failed: 'As failed' },
  ...{ once: 'One run for the last', skip: 'No run', create: 'Created', update: 'Updated', delete: 'Deleted' },
};

/** The label of a fixed value. */
export function optionLabel(value: string): string {
  return optionLabels[value] ?? (/^[A-Z]+$/.test(value) ? value : labelOf(value));
}

/** The number that a text is in plain digits; undefined for any other text. */
export const readNumber = (text: string): number | undefined =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;

/** A text as the value that it most likely means: a number as such, anything else as text. */
export function plainValue(text: string, schema: FieldSchema): unknown {
  const types = [schema.type].flat();
  if (text === '') return undefined;
  return types.includes('number') || types.includes('integer') ? (readNumber(text) ?? text) : text;
}
