import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLString,
  type GraphQLFieldConfig,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';
import type { OperationContext } from './context.ts';
import type { Shape, ShapeField, ShapeOfValue } from './schema-shapes.ts';
import { countSelected } from './selection.ts';

const scalars = { ID: GraphQLID, String: GraphQLString, Int: GraphQLInt, Float: GraphQLFloat, Boolean: GraphQLBoolean };

type JsonObject = Record<string, unknown>;

/** The GraphQL types of shapes: one per name, and another one for input. */
export interface ShapeTypes {
  outputOf(value: ShapeOfValue): GraphQLOutputType;
  inputOf(value: ShapeOfValue): GraphQLInputType;
  /** The names of all types made so far. */
  names(): string[];
}

export function createShapeTypes(): ShapeTypes {
  const anyJson = new GraphQLScalarType({ name: 'JSON', description: 'Any JSON, as over HTTP.' });
  const enums = new Map<string, GraphQLEnumType>();
  const outputs = new Map<string, GraphQLObjectType<JsonObject, OperationContext>>();
  const inputs = new Map<string, GraphQLInputObjectType>();

  const enumOf = ({ name, values }: Extract<Shape, { kind: 'enum' }>) =>
    known(enums, name, () => new GraphQLEnumType({ name, values: Object.fromEntries(values.map((one) => [one, {}])) }));

  /** The type of a shape without parts, the same for output and input. */
  const leafOf = (shape: Exclude<Shape, { kind: 'list' | 'object' }>) => {
    if (shape.kind === 'json') return anyJson;
    return shape.kind === 'scalar' ? scalars[shape.name] : enumOf(shape);
  };

  const outputOf = ({ shape, isNullable }: ShapeOfValue): GraphQLOutputType => {
    const type = outputOfShape(shape);
    return isNullable ? type : new GraphQLNonNull(type);
  };

  const outputOfShape = (shape: Shape) => {
    switch (shape.kind) {
      case 'list':
        return new GraphQLList(outputOf(shape.item));
      case 'object': {
        const { name, description, fields } = shape;
        const made = () => new GraphQLObjectType({ name, description, fields: () => outputFields(fields()) });
        return known(outputs, name, made);
      }
      default:
        return leafOf(shape);
    }
  };

  const outputFields = (fields: readonly ShapeField[]) => Object.fromEntries(fields.map(outputField));

  const outputField = (field: ShapeField): [string, GraphQLFieldConfig<JsonObject, OperationContext>] => {
    const { name, description, isNullable, isRequired } = field;
    const type = outputOf({ ...field, isNullable: isNullable || !isRequired });
    if (field.shape.kind !== 'list') return [name, { type, description }];
    return [name, { type, description, resolve: (source, _args, context, info) => spent(source[name], context, info) }];
  };

  const inputOf = ({ shape, isNullable }: ShapeOfValue): GraphQLInputType => {
    const type = inputOfShape(shape);
    return isNullable ? type : new GraphQLNonNull(type);
  };

  const inputOfShape = (shape: Shape) => {
    switch (shape.kind) {
      case 'list':
        return new GraphQLList(inputOf(shape.item));
      case 'object': {
        const { name: ofShape, description, fields } = shape;
        const name = `${ofShape}Input`;
        const made = () => new GraphQLInputObjectType({ name, description, fields: () => inputFields(fields()) });
        return known(inputs, name, made);
      }
      default:
        return leafOf(shape);
    }
  };

  const inputFields = (fields: readonly ShapeField[]) =>
    Object.fromEntries(
      fields.map((field) => {
        const type = inputOf({ ...field, isNullable: field.isNullable || !field.isRequired });
        return [field.name, { type, description: field.description }];
      }),
    );

  return {
    outputOf,
    inputOf,
    names: () => [anyJson.name, ...enums.keys(), ...outputs.keys(), ...inputs.keys()],
  };
}

/** Counts what is selected in a list towards the limit of the operation, and returns the list. */
export function spent(value: unknown, { spend }: OperationContext, info: Parameters<typeof countSelected>[0]): unknown {
  if (Array.isArray(value)) spend(value.length * Math.max(1, countSelected(info)));
  return value;
}

function known<Type>(types: Map<string, Type>, name: string, make: () => Type): Type {
  const type = types.get(name) ?? make();
  types.set(name, type);
  return type;
}
