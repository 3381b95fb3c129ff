import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';
import { jsonBodyOf } from '../middleware/check-body.ts';
import type { Parameter } from '../parameters.ts';
import type { Route } from '../route.ts';
import type { OperationContext } from './context.ts';
import { createShapes, type ShapeOfValue } from './schema-shapes.ts';
import { createShapeTypes, spent, type ShapeTypes } from './shape-types.ts';

/** The routes that are root fields too, by the name of the field. */
export interface RouteTable {
  queries: Readonly<Record<string, Route>>;
  mutations: Readonly<Record<string, Route>>;
  /** Those that compare or copy whole branches or types: an operation may have few of them. */
  costly: readonly string[];
}

export type RootField = GraphQLFieldConfig<undefined, OperationContext>;

/** Root fields that are the same for every branch. */
export interface RouteFields extends RouteTable {
  queryFields: Readonly<Record<string, RootField>>;
  mutationFields: Readonly<Record<string, RootField>>;
  /** What a mutation asks for before the first one of an operation runs. */
  requirements: Readonly<Record<string, Requirement>>;
  /** The names of the types in them. */
  typeNames: readonly string[];
}

/** Refuses what the caller may not do with the arguments of a field. @throws Problem as the route does. */
export type Requirement = (args: Arguments, at: Pick<OperationContext, 'caller' | 'deps'>) => Promise<void>;

const uncheckedShape: ShapeOfValue = { shape: { kind: 'json' }, isNullable: false };

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Creates root fields from routes: their arguments are the values in the path, the query parameters and, as `input`,
 * the body; they call the route itself.
 */
export function createRouteFields(table: RouteTable): RouteFields {
  const shapeOf = createShapes();
  const types = createShapeTypes();
  const fieldsOf = (routes: RouteTable['queries'], isQuery: boolean) =>
    Object.fromEntries(
      Object.entries(routes).map(([name, route]) => [name, rootField(route, { shapeOf, types, isQuery })]),
    );
  const queryFields = fieldsOf(table.queries, true);
  const mutationFields = fieldsOf(table.mutations, false);
  const requirements = Object.fromEntries(
    Object.entries(table.mutations).flatMap(([name, route]) =>
      route.requires ? [[name, requirement(route, shapeOf)]] : [],
    ),
  );
  const typeNames = allNames(types, queryFields, mutationFields);
  return { ...table, queryFields, mutationFields, requirements, typeNames };
}

/** Types of fields are made when a schema first needs them; this asks for all of them. */
function allNames(types: ShapeTypes, queries: Record<string, RootField>, mutations: Record<string, RootField>) {
  const query = new GraphQLObjectType({ name: 'Query', fields: queries });
  const mutation = new GraphQLObjectType({ name: 'Mutation', fields: mutations });
  new GraphQLSchema({ query, mutation });
  return types.names();
}

interface Making {
  shapeOf: (name: string) => ShapeOfValue;
  types: ShapeTypes;
  isQuery: boolean;
}

function rootField(route: Route, { shapeOf, types, isQuery }: Making): RootField {
  const inPath = namesInPath(route);
  const parameters = route.parameters === 'any' ? {} : (route.parameters ?? {});
  const input = inputOf(route, shapeOf);
  const readBody = input && createBodyReader(input);
  return {
    type: answerType(route.answer, { shapeOf, types }),
    description: route.summary,
    args: {
      ...Object.fromEntries(inPath.map((name) => [name, { type: new GraphQLNonNull(GraphQLID) }])),
      ...Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, { type: argumentType(one) }])),
      ...(input && inputArgument(input, types)),
    },
    async resolve(_source, args: Arguments, context, info) {
      if (isQuery) context.spendBytes(0);
      const params = Object.fromEntries(inPath.map((name) => [name, String(args[name])]));
      const search = searchOf(args, Object.keys(parameters));
      const text = await context.call(route, { params, search, ...(readBody && { body: readBody(args.input) }) });
      if (text === undefined) return params[inPath.at(-1) ?? ''];
      if (isQuery) context.spendBytes(text.length);
      return spent(JSON.parse(text), context, info);
    },
  };
}

const namesInPath = ({ path }: Route) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

function inputOf(route: Route, shapeOf: Making['shapeOf']): ShapeOfValue | undefined {
  const body = jsonBodyOf(route.body);
  // What the route checks itself is any JSON here too, so that it reports every mistake in its own words.
  return body && (body.unchecked ? uncheckedShape : shapeOf(body.json));
}

function requirement(route: Route, shapeOf: Making['shapeOf']): Requirement {
  const inPath = namesInPath(route);
  return async (args, { caller, deps }) => {
    const input = inputOf(route, shapeOf);
    const params = Object.fromEntries(inPath.map((name) => [name, String(args[name])]));
    await route.requires!({ caller, params, body: input && createBodyReader(input)(args.input) }, deps);
  };
}

/** A route without an answer returns the last value of its path: what it deleted, for example. */
function answerType(answer: string | undefined, { shapeOf, types }: Omit<Making, 'isQuery'>): GraphQLOutputType {
  if (answer === undefined) return GraphQLID;
  const isList = answer.endsWith('[]');
  const one = shapeOf(isList ? answer.slice(0, -2) : answer);
  const value: ShapeOfValue = isList ? { shape: { kind: 'list', item: one }, isNullable: true } : one;
  return types.outputOf({ ...value, isNullable: true });
}

function argumentType(parameter: Parameter): GraphQLInputType {
  const one = argumentScalar(parameter);
  return 'required' in parameter && parameter.required ? new GraphQLNonNull(one) : one;
}

function argumentScalar(parameter: Parameter) {
  if (parameter.kind === 'flag') return GraphQLBoolean;
  if (parameter.kind === 'integer') return parameter.maximum < 2 ** 31 ? GraphQLInt : GraphQLFloat;
  return GraphQLString;
}

function inputArgument(input: ShapeOfValue, types: ShapeTypes): GraphQLFieldConfigArgumentMap {
  const isOptional = input.shape.kind === 'object' && input.shape.fields().every(({ isRequired }) => !isRequired);
  return { input: { type: types.inputOf({ ...input, isNullable: isOptional }) } };
}

/** Null counts as not given, as clients send it for variables without a value. */
function searchOf(args: Arguments, names: readonly string[]): URLSearchParams {
  const given = names.filter((name) => args[name] !== undefined && args[name] !== null);
  const textOf = (value: unknown) => (typeof value === 'boolean' ? String(Number(value)) : String(value));
  return new URLSearchParams(given.map((name): [string, string] => [name, textOf(args[name])]));
}

/** Reads the body as JSON over HTTP gives it; null counts as not given where the schema has no null. */
function createBodyReader({ shape }: ShapeOfValue): (input: unknown) => unknown {
  const fields = shape.kind === 'object' ? shape.fields() : undefined;
  const isNull = new Set(fields?.flatMap(({ name, isNullable }) => (isNullable ? [name] : [])));
  return (input) => {
    const body = JSON.parse(JSON.stringify(input ?? {})) as object;
    if (fields === undefined) return body;
    return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || isNull.has(name)));
  };
}
