import { send, type Answer } from './doors.ts';

/** A question as a document, as far as the doors are compared. */
export interface Question {
  type: string;
  filter?: Filter;
  groupBy?: { field: string; unit?: string; as?: string; fill?: boolean; top?: number; other?: boolean }[];
  measures?: { fn: string; field?: string }[];
  having?: object[];
  sort?: object[];
  limit?: number;
  timezone?: string;
  weekStart?: string;
}

export type Filter =
  { and: Filter[] } | { or: Filter[] } | { not: Filter } | { field: string; op: string; value?: unknown };

/** The part of an answer that has to be the same at every door. */
export type Numbers = Pick<Answer, 'rows' | 'overall'>;

interface Access {
  url: string;
  key: string;
}

/** Asks the tool `query_records`. */
export async function askTool({ url, key }: Access, question: Question): Promise<Numbers> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'query_records', arguments: question } };
  const { body } = await send(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(call),
  });
  const { result } = body as { result?: { structuredContent?: Numbers } };
  if (result?.structuredContent === undefined) throw new Error(`The tool answered ${JSON.stringify(body)}`);
  return { rows: result.structuredContent.rows, overall: result.structuredContent.overall };
}

/** Asks the same as an aggregate of GraphQL, and writes its answer as /api/query does. */
export async function askGraphql({ url, key }: Access, question: Question): Promise<Numbers> {
  const { type, filter, groupBy = [], measures = [{ fn: 'count' }], ...rest } = question;
  const name = type.charAt(0).toUpperCase() + type.slice(1);
  const selection = measures.map(({ fn, field }) =>
    field === undefined ? 'count' : `${selectionOf(fn)} { ${field} }`,
  );
  const query = `query (
      $filter: ${name}Filter, $groupBy: [${name}GroupBy!], $having: [AggregateHaving!], $sort: [AggregateSort!],
      $limit: Int, $timezone: String, $weekStart: WeekDay
    ) {
      answer: ${type}Aggregate(
        filter: $filter, groupBy: $groupBy, having: $having, sort: $sort, limit: $limit, timezone: $timezone, weekStart: $weekStart
      ) {
        rows { keys { name value } measures { ...M } other filled }
        overall { ...M }
      }
    }
    fragment M on ${name}Measures { ${selection.join(' ')} }`;
  const groups = groupBy.map(({ field, ...group }) => ({ ...group, field: field.replace('.', '_') }));
  const variables = { ...rest, groupBy: groups, ...(filter === undefined ? {} : { filter: filterInput(filter) }) };
  const { body } = await send(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = body as { data?: { answer: GraphqlAnswer }; errors?: unknown };
  if (data?.answer === undefined || errors !== undefined) throw new Error(`GraphQL answered ${JSON.stringify(body)}`);
  const flat = (values: Measured) => Object.fromEntries(measures.map((measure) => measureOf(values, measure)));
  return {
    rows: data.answer.rows.map(({ keys, measures: values, other, filled }) => ({
      key: Object.fromEntries(keys.map((part) => [part.name, part.value])),
      ...flat(values),
      ...(other ? { other } : {}),
      ...(filled ? { filled } : {}),
    })),
    overall: flat(data.answer.overall),
  };
}

type Measured = Record<string, unknown>;

interface GraphqlAnswer {
  rows: { keys: { name: string; value: unknown }[]; measures: Measured; other: boolean; filled: boolean }[];
  overall: Measured;
}

const selectionOf = (fn: string) => (fn === 'count' ? 'countOf' : fn);

function measureOf(values: Measured, { fn, field }: { fn: string; field?: string }): [string, unknown] {
  if (field === undefined) return ['count', values.count];
  return [`${fn}_${field}`, (values[selectionOf(fn)] as Measured)[field]];
}

/** A filter as GraphQL takes it: conditions stand under their field. */
function filterInput(filter: Filter): object {
  if ('and' in filter) return { and: filter.and.map(filterInput) };
  if ('or' in filter) return { or: filter.or.map(filterInput) };
  if ('not' in filter) return { not: filterInput(filter.not) };
  const { field, op, value = true } = filter;
  const [own, related] = field.split('.');
  const comparison = { [op]: value };
  return { [own!]: related === undefined ? comparison : { related: { [related]: comparison } } };
}
