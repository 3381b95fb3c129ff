import { send, type Answer } from './doors.ts';

/** The parts of a question that are compared between interfaces. */
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

/** The parts of an answer that must be the same in every interface; each reports deleted records in its own place. */
export type Numbers = Pick<Answer, 'rows' | 'overall'>;

interface Access {
  url: string;
  key: string;
}

/** The parts of a mistake that are compared between interfaces. */
export interface Mistake {
  pointer: string;
  code: string;
}

const mistakesIn = (errors: readonly Mistake[]): Mistake[] => errors.map(({ pointer, code }) => ({ pointer, code }));

/** Asks with the tool `query_records`. */
export async function askTool(access: Access, question: Question): Promise<Numbers> {
  const { result, body } = await callTool(access, question);
  if (result?.structuredContent === undefined) throw new Error(`The tool answered ${JSON.stringify(body)}`);
  return numbersOf(result.structuredContent);
}

/** The parts of an answer that all interfaces share. */
export function numbersOf({ rows, overall }: Numbers): Numbers {
  return { rows: rows.map(withoutMissing), overall };
}

function withoutMissing(row: Answer['rows'][number]): Answer['rows'][number] {
  const kept = { ...row };
  delete kept.missing;
  return kept;
}

/** The ids of deleted records in the rows of the tool's answer. */
export async function missingByTool(access: Access, question: Question): Promise<unknown[]> {
  const { result } = await callTool(access, question);
  return missingIn(result!.structuredContent!);
}

/** The same for the GraphQL aggregate. */
export async function missingByGraphql(access: Access, question: Question): Promise<unknown[]> {
  const { data } = await sendAggregate(access, question);
  return data!.answer.rows.flatMap(({ keys }) => keys.filter(({ missing }) => missing).map(({ value }) => value));
}

/** The keys of rows for deleted records. */
export const missingIn = ({ rows }: Numbers): unknown[] =>
  rows.filter(({ missing }) => missing === true).flatMap(({ key }) => Object.values(key));

/** The mistakes that the tool `query_records` reports for a question. */
export async function mistakesByTool(access: Access, question: Question): Promise<Mistake[]> {
  const { result, body } = await callTool(access, question);
  if (result?.isError !== true) throw new Error(`The tool answered ${JSON.stringify(body)}`);
  const { errors } = JSON.parse(result.content[0]!.text) as { errors: Mistake[] };
  return mistakesIn(errors);
}

interface ToolResult {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: Numbers;
}

async function callTool({ url, key }: Access, question: Question): Promise<{ result?: ToolResult; body: unknown }> {
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
  const { result } = body as { result?: ToolResult };
  return { ...(result && { result }), body };
}

/** Asks the same question as a GraphQL aggregate; returns the answer in the form of /api/query. */
export async function askGraphql(access: Access, question: Question): Promise<Numbers> {
  const body = await sendAggregate(access, question);
  const { data, errors } = body;
  if (data?.answer === undefined || errors !== undefined) throw new Error(`GraphQL answered ${JSON.stringify(body)}`);
  const { measures = [{ fn: 'count' }] } = question;
  const flat = (values: Measured) => Object.fromEntries(measures.map((measure) => measureOf(values, measure)));
  return {
    rows: data.answer.rows.map(({ key, keys, measures: values, other, filled }) => ({
      // Date keys have a type of their own and replace the entry in `keys`.
      key: Object.fromEntries(keys.map(({ name, field, value }) => [name, key && field in key ? key[field] : value])),
      ...flat(values),
      ...(other ? { other } : {}),
      ...(filled ? { filled } : {}),
    })),
    overall: flat(data.answer.overall),
  };
}

/** The mistakes that the GraphQL aggregate reports for a question. */
export async function mistakesByGraphql(access: Access, question: Question): Promise<Mistake[]> {
  const body = await sendAggregate(access, question);
  const found = body.errors?.[0]?.extensions?.errors;
  if (found === undefined) throw new Error(`GraphQL answered ${JSON.stringify(body)}`);
  return mistakesIn(found);
}

interface GraphqlBody {
  data?: { answer: GraphqlAnswer };
  errors?: { extensions?: { errors?: Mistake[] } }[];
}

async function sendAggregate({ url, key }: Access, question: Question): Promise<GraphqlBody> {
  const { type, filter, groupBy = [], measures = [{ fn: 'count' }], ...rest } = question;
  const name = type.charAt(0).toUpperCase() + type.slice(1);
  const selection = measures.map(({ fn, field }) =>
    field === undefined ? 'count' : `${selectionOf(fn)} { ${field} }`,
  );
  const dates = groupBy.filter(({ unit }) => unit !== undefined).map(({ field }) => field);
  const query = `query (
      $filter: ${name}Filter, $groupBy: [${name}GroupBy!], $having: [AggregateHaving!], $sort: [AggregateSort!],
      $limit: Int, $timezone: String, $weekStart: WeekDay
    ) {
      answer: ${type}Aggregate(
        filter: $filter, groupBy: $groupBy, having: $having, sort: $sort, limit: $limit, timezone: $timezone, weekStart: $weekStart
      ) {
        rows { ${dates.length > 0 ? `key { ${dates.join(' ')} }` : ''} keys { name field value missing } measures { ...M } other filled }
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
  return body as GraphqlBody;
}

type Measured = Record<string, unknown>;

interface GraphqlAnswer {
  rows: {
    key?: Record<string, unknown>;
    keys: { name: string; field: string; value: unknown; missing: boolean }[];
    measures: Measured;
    other: boolean;
    filled: boolean;
  }[];
  overall: Measured;
}

const selectionOf = (fn: string) => (fn === 'count' ? 'countOf' : fn);

function measureOf(values: Measured, { fn, field }: { fn: string; field?: string }): [string, unknown] {
  if (field === undefined) return ['count', values.count];
  return [`${fn}_${field}`, (values[selectionOf(fn)] as Measured)[field]];
}

/** A filter in GraphQL form: conditions are nested under their field. */
function filterInput(filter: Filter): object {
  if ('and' in filter) return { and: filter.and.map(filterInput) };
  if ('or' in filter) return { or: filter.or.map(filterInput) };
  if ('not' in filter) return { not: filterInput(filter.not) };
  const { field, op, value = true } = filter;
  const [own, related] = field.split('.');
  const comparison = { [op]: value };
  return { [own!]: related === undefined ? comparison : { related: { [related]: comparison } } };
}
