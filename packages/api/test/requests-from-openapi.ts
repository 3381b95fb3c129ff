import fc from 'fast-check';

/** The parts of an OpenAPI document that requests are generated from. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  operationId: string;
  description: string;
  /** Alternative ways to authenticate; empty if none is needed. */
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema?: Schema;
  content?: Record<string, { schema: Schema }>;
}

export type Schema = { [keyword: string]: unknown };

/** A request that a client of the document would send, or one that is slightly wrong. */
export interface MadeRequest {
  operation: Operation;
  method: string;
  path: string;
  body: string | undefined;
  contentType: string | undefined;
}

/** Values that nobody should send. */
export const hostile: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  '',
  '\u0000',
  '\ud800',
  '__proto__',
  '$ne',
  '..',
  '(a+)+$',
  'x'.repeat(3_000),
  [],
  {},
  { $gt: '' },
  { $where: '1' },
  [[[]]],
  { constructor: {} },
];

/** Lists every operation of a document. */
export function operationsOf({ paths }: Document): { path: string; method: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** What exists in the workspace: requests mostly name that. */
export interface Known {
  ids: readonly string[];
  /** Values by the name of a parameter or key, such as branches for `from`. */
  byName?: Readonly<Record<string, readonly string[]>>;
}

/** Generates requests for each operation by id; most parts follow the document's schema. */
export function requestsOf(document: Document, known: Known): Map<string, fc.Arbitrary<MadeRequest>> {
  const values = createValues(document.components.schemas, known);
  return new Map(
    operationsOf(document).map(({ path, method, operation }) => {
      const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      const made = fc.record({
        body: bodyOf(type, content?.schema, values),
        contentType: rarely(fc.constant(type), fc.constantFrom('text/plain', 'application/xml')),
        parameters: fc.tuple(...operation.parameters.map((parameter) => parameterOf(parameter, values, known))),
        // Each additional parameter is another reason to be refused at the door.
        isPlain: fc.integer({ min: 0, max: 2 }).map((dice) => dice === 0),
      });
      const requests = made.map(({ body, contentType, parameters, isPlain }) => ({
        operation,
        method: method.toUpperCase(),
        path: addressOf(
          path,
          parameters.filter(([{ required }]) => required || !isPlain),
        ),
        body,
        contentType: body === undefined ? undefined : contentType,
      }));
      return [operation.operationId, requests];
    }),
  );
}

function bodyOf(
  type: string | undefined,
  schema: Schema = {},
  values: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<string | undefined> {
  if (type === undefined) return fc.constant(undefined);
  if (type !== 'application/json') return fc.string({ maxLength: 200 });
  return spoiled(values(schema)).map((value) => JSON.stringify(value) ?? 'null');
}

type Given = [Parameter, string | undefined];

function parameterOf(
  parameter: Parameter,
  values: (schema: Schema) => fc.Arbitrary<unknown>,
  { ids, byName = {} }: Known,
): fc.Arbitrary<Given> {
  const schema = parameter.schema ?? parameter.content?.['application/json']?.schema ?? {};
  const named = byName[parameter.name];
  const inPath = parameter.in === 'path' ? fc.constantFrom(...ids) : knownOf(parameter.name);
  const value = named ? fc.constantFrom(...named) : (inPath ?? values(schema));
  const text = spoiled(value).map((one) =>
    typeof one === 'string' && !parameter.content ? one : (JSON.stringify(one) ?? ''),
  );
  const isPlace = ['workspace', 'branch'].includes(parameter.name);
  const given = parameter.required
    ? rarely(text, fc.constant(undefined))
    : fc.option(text, { nil: undefined, freq: 1 });
  const maybe: fc.Arbitrary<string | undefined> = isPlace ? rarely(fc.constant(undefined), text) : given;
  return maybe.map((one): Given => [parameter, one]);
}

/** Values for parameters that accept only a few. */
function knownOf(name: string): fc.Arbitrary<unknown> | undefined {
  if (name === 'type') return fc.constantFrom('ticket', 'note', 'person');
  return name === 'query'
    ? fc.constantFrom('{ tickets { id title } }', '{ ticketAggregate { overall { count } } }', '{ a')
    : undefined;
}

function addressOf(path: string, parameters: readonly Given[]): string {
  const search: string[] = [];
  let address = path;
  for (const [{ name, in: place }, value] of parameters) {
    const text = encodeURIComponent((value ?? '').toWellFormed());
    if (place === 'path') address = address.replace(`{${name}}`, text === '' || /^\.+$/.test(text) ? 'x' : text);
    else if (value !== undefined) search.push(`${encodeURIComponent(name)}=${text}`);
  }
  return search.length === 0 ? address : `${address}?${search.join('&')}`;
}

/** Generates values of a schema. Only the patterns of ids are followed; other texts are nearly right. */
function createValues(
  schemas: Record<string, Schema>,
  { ids, byName = {} }: Known,
): (schema: Schema) => fc.Arbitrary<unknown> {
  const resolve = (ref: string): Schema =>
    ref
      .replace('#/components/schemas/', '')
      .split('/')
      .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], schemas) as Schema;

  const values = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    if (typeof schema.$ref === 'string') return values(resolve(schema.$ref), depth);
    const union = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
    if (union) {
      // In our unions the last alternative does not nest.
      const some = depth > 5 ? union.slice(-1) : union;
      return fc.constantFrom(...some).chain((one) => values(one, depth + 1));
    }
    if ('const' in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...(schema.enum as unknown[]));
    const type = Array.isArray(schema.type) ? (schema.type as string[])[0] : schema.type;
    switch (type) {
      case 'object':
        return objects(schema, depth);
      case 'array':
        return fc.array(values((schema.items ?? {}) as Schema, depth + 1), {
          minLength: Math.min(3, Number(schema.minItems ?? 0)),
          maxLength: Math.min(3, Number(schema.maxItems ?? 3)),
        });
      case 'integer':
        return fc.integer({ min: Number(schema.minimum ?? 0), max: Math.min(Number(schema.maximum ?? 1_000), 1_000) });
      case 'number':
        return fc.double({ noNaN: true, noDefaultInfinity: true });
      case 'boolean':
        return fc.boolean();
      case 'string':
        return texts(schema);
      default:
        return fc.constantFrom<unknown>('open', 3, { title: 'Oven' }, ['open']);
    }
  };

  const objects = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    const properties = (schema.properties ?? {}) as Record<string, Schema>;
    const required = (schema.required ?? []) as string[];
    const valueOf = (name: string, one: Schema) => {
      const value = fc.constant(null).chain(() => values(one, depth + 1));
      const named = one.type === 'string' && Object.hasOwn(byName, name) ? byName[name] : undefined;
      return named ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...named) }, value) : value;
    };
    const parts = Object.entries(properties).map(([name, one]) => [name, valueOf(name, one)]);
    return fc.record(Object.fromEntries(parts) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: required });
  };

  const texts = ({ pattern, minLength }: Schema): fc.Arbitrary<string> => {
    if (typeof pattern === 'string' && pattern.includes('24')) return fc.constantFrom(...ids);
    const common = [
      'title',
      'status',
      'count',
      'Oven',
      '2026-03-01',
      'last 30 days',
      'UTC',
      'America/New_York',
      '-30d',
    ];
    return fc.oneof(
      fc.constantFrom(...common),
      fc.string({ minLength: Number(minLength ?? 0), maxLength: 20, unit: 'grapheme' }),
    );
  };
  return (schema) => values(schema, 0);
}

/** Occasionally replaces a value, or one inside it, with something hostile. */
function spoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, fc.integer({ min: 0, max: 9 }), fc.constantFrom(...hostile), fc.nat(50))
    .map(([whole, dice, bad, at]) => {
      if (dice === 0) return bad;
      return dice <= 2 ? replaceAt(whole, at, bad) : whole;
    });
}

function replaceAt(whole: unknown, at: number, bad: unknown): unknown {
  if (typeof whole !== 'object' || whole === null) return bad;
  const entries = Object.entries(whole);
  if (entries.length === 0) return bad;
  const chosen = at % entries.length;
  const changed = entries.map(
    ([key, one], index) => [key, index === chosen ? replaceAt(one, Math.floor(at / 2), bad) : one] as const,
  );
  return Array.isArray(whole) ? changed.map(([, one]) => one) : Object.fromEntries(changed);
}

const rarely = <Usual, Other>(usual: fc.Arbitrary<Usual>, other: fc.Arbitrary<Other>): fc.Arbitrary<Usual | Other> =>
  fc.oneof<fc.MaybeWeightedArbitrary<unknown>[]>(
    { weight: 15, arbitrary: usual },
    { weight: 1, arbitrary: other },
  ) as fc.Arbitrary<Usual | Other>;
