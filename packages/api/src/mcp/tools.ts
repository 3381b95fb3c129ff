import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { questionSchema, type RecordType } from '@tallyhook/schemas';
import { isObject } from './is-object.ts';

/** Default row limit: about as many as a model reads. */
export const defaultRows = 200;

/** The names of the tools for questions. */
export const questionTools: readonly string[] = ['describe_types', 'query_records'];

const annotations = { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false };
const example =
  '{"type":"ticket","filter":{"and":[{"field":"createdAt","op":"within","value":"last 30 days"}]},"groupBy":[{"field":"assignee"}],"measures":[{"fn":"count"},{"fn":"sum","field":"estimate"}]}';

/** The tools for questions about a branch. The input of `query_records` is exactly a question. */
export function toolsOf(types: readonly RecordType[]): Tool[] {
  return [
    {
      name: 'describe_types',
      title: 'Describe record types',
      description:
        'Lists the record types of the workspace; with "type", its fields with the operators (ops), measures (fns) and date units that each allows. Call it before query_records. Example: {"type":"ticket"}',
      inputSchema: {
        type: 'object',
        properties: {
          type: { type: 'string', description: 'A record type, such as "ticket". Without it, all types are listed.' },
        },
        additionalProperties: false,
      },
      annotations,
    },
    {
      name: 'query_records',
      title: 'Ask a question about records',
      description: `Counts, sums, averages and compares the records of one type, grouped by up to two fields. Numbers are exact and cover all records. One call can have several measures. Example: ${example}`,
      inputSchema: questionInput(types),
      outputSchema: answerOutput,
      annotations,
    },
  ];
}

/** The question schema with the branch's types, without keywords that only our own tools use. */
function questionInput(types: readonly RecordType[]): Tool['inputSchema'] {
  const { properties, required, description } = withoutRefs(withoutOwnKeywords(questionSchema));
  return {
    type: 'object',
    description,
    properties: {
      ...properties,
      type: { ...properties.type, enum: types.map(({ name }) => name) },
      limit: { ...properties.limit, description: `The maximum number of groups; default ${defaultRows}.` },
    },
    required,
    additionalProperties: false,
  };
}

const answerOutput: Tool['outputSchema'] = {
  type: 'object',
  properties: {
    question: { type: 'object', description: 'The question as it was interpreted; it can be asked again as it is.' },
    link: {
      type: 'string',
      description: 'The address where people can open the question as a report; absent if a report cannot ask it.',
    },
    rows: { type: 'array', items: { type: 'object' }, description: 'One row per group: its key and the measures.' },
    overall: { type: 'object', description: 'The measures over all matching records, each counted once.' },
    labels: { type: 'object', description: 'The names of the records behind ids, by group.' },
    columns: { type: 'array', items: { type: 'object' } },
    resolved: { type: 'object', description: 'The time zone, and the resolved dates of the filter.' },
    groups: {
      type: 'object',
      description: 'The number of groups, and whether the limit cut off some (`partial`: even parts of those shown).',
    },
    overlap: { type: 'array', items: { type: 'string' } },
    warnings: { type: 'array', items: { type: 'object' } },
    countedAt: { type: 'string' },
  },
  required: ['question', 'rows', 'overall', 'resolved', 'groups'],
};

const ownKeywords = ['antiExamples', 'expected', 'tsType', '$id', '$schema', 'title'];

function withoutOwnKeywords(node: unknown): typeof questionSchema {
  const clean = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(clean);
    if (!isObject(one)) return one;
    const kept = Object.entries(one).filter(([key]) => !ownKeywords.includes(key));
    return Object.fromEntries(kept.map(([key, value]) => [key, clean(value)]));
  };
  return clean(node) as typeof questionSchema;
}

/** Levels of filters that are written out, each in every one of the level above. */
const maxFilterLevels = 2;
const deeperFilter = { type: 'object', description: 'A condition, or "and", "or" or "not", as around it.' };

/**
 * Writes out all references, because many clients of MCP do not follow them. Descriptions of conditions are only at the
 * first level.
 */
function withoutRefs(schema: typeof questionSchema): typeof questionSchema {
  const definitions = schema.$defs as Record<string, object>;
  const writeOut = (node: unknown, levels: number): unknown => {
    if (Array.isArray(node)) return node.map((one) => writeOut(one, levels));
    if (!isObject(node)) return node;
    const { $ref, ...rest } = node;
    if (typeof $ref !== 'string') {
      const left = levels < 2 ? ['$defs'] : ['description', 'examples'];
      const kept = Object.entries(rest).filter(([key]) => !left.includes(key));
      return Object.fromEntries(kept.map(([key, value]) => [key, writeOut(value, levels)]));
    }
    const name = $ref.slice('#/$defs/'.length);
    if (name === 'filter' && levels === maxFilterLevels) return deeperFilter;
    return writeOut({ ...definitions[name], ...rest }, levels + (name === 'filter' ? 1 : 0));
  };
  return writeOut(schema, 0) as typeof questionSchema;
}
