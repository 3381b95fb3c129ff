import {
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldConfig,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';
import type { Field, RecordType } from '@tallyhook/schemas';
import type { RecordRow } from '@tallyhook/store/records';
import type { OperationContext } from './context.ts';
import { createNames, typeNameOf } from './names.ts';
import { scalarOf } from './scalars.ts';
import { countSelected } from './selection.ts';

/** A record, or just the id of one that no longer exists. */
export type RecordSource = Pick<RecordRow, 'id'> & Partial<RecordRow>;

type FieldOfRecord = GraphQLFieldConfig<RecordSource, OperationContext>;

/** Loading a related record costs as much as returning this many values. */
const costOfReference = 10;

const systemNames = ['id', 'revision', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'];

/** Creates the object types of a branch's records. Only `id` is non-null: a related record may no longer exist. */
export function createRecordObjects(
  types: readonly RecordType[],
  claim: (name: string) => string,
): ReadonlyMap<string, GraphQLObjectType<RecordSource, OperationContext>> {
  const objects = new Map<string, GraphQLObjectType<RecordSource, OperationContext>>();
  for (const type of types) {
    const object: GraphQLObjectType<RecordSource, OperationContext> = new GraphQLObjectType({
      name: claim(typeNameOf(type.name)),
      description: type.label,
      fields: () => ({ ...systemFields(), ...ownFields(type, objects) }),
    });
    objects.set(type.name, object);
  }
  return objects;
}

function systemFields(): Record<string, FieldOfRecord> {
  return {
    id: { type: new GraphQLNonNull(GraphQLID) },
    revision: {
      type: GraphQLInt,
      description: 'Increases with every change; an update names the revision it is based on.',
    },
    createdAt: { type: GraphQLString },
    createdBy: { type: GraphQLID },
    updatedAt: { type: GraphQLString },
    updatedBy: { type: GraphQLID },
  };
}

function ownFields(
  type: RecordType,
  objects: ReadonlyMap<string, GraphQLObjectType<RecordSource, OperationContext>>,
): Record<string, FieldOfRecord> {
  const name = createNames(systemNames);
  return Object.fromEntries(
    type.fields.map((field): [string, FieldOfRecord] => {
      const target = field.kind === 'relation' ? objects.get(field.target ?? '') : undefined;
      return [name(field.name), target ? relationField(field, target) : valueField(field)];
    }),
  );
}

function valueField(field: Field): FieldOfRecord {
  return {
    type: listIf(field.many, scalarOf(field)),
    description: field.label,
    resolve: (record) => valueOf(record, field),
  };
}

/** Field names may match inherited properties such as `constructor`, so check own keys only. */
function valueOf({ fields }: RecordSource, { name }: Field): unknown {
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function relationField(field: Field, target: GraphQLObjectType): FieldOfRecord {
  return {
    type: listIf(field.many, target),
    description: `${field.label}; a deleted record has only its id.`,
    async resolve(record, _args, context, info) {
      const value = valueOf(record, field);
      if (value === undefined || value === null) return value;
      const ids = (Array.isArray(value) ? value : [value]) as string[];
      context.spend(ids.length * (countSelected(info) + costOfReference));
      const found = await loadReferences(context, field.target!, ids);
      return Array.isArray(value) ? found : found[0];
    },
  };
}

/** Loads records in the order of the ids; missing records have only their id. */
export async function loadReferences(
  context: OperationContext,
  type: string,
  ids: readonly string[],
): Promise<RecordSource[]> {
  const found = await context.load(type, ids);
  return ids.map((id, index) => found[index] ?? { id });
}

const listIf = (many: boolean | undefined, type: GraphQLOutputType): GraphQLOutputType =>
  many ? new GraphQLList(new GraphQLNonNull(type)) : type;

/** The input type for a record's fields, with a reader for its values. */
export interface FieldsInput {
  input: GraphQLInputObjectType;
  /** Converts the input to the field values the store expects. */
  read(given: object): Record<string, unknown>;
}

/**
 * Creates the input for a new record or, with `isChange`, for an update: nothing is required and null clears a field.
 */
export function createFieldsInput(
  type: RecordType,
  { claim, isChange }: { claim: (name: string) => string; isChange: boolean },
): FieldsInput {
  const name = createNames();
  const fields = new Map(type.fields.map((field) => [name(field.name), field]));
  const input = new GraphQLInputObjectType({
    name: claim(`${typeNameOf(type.name)}${isChange ? 'Changes' : 'Input'}`),
    description: isChange ? 'The fields to change; null clears one.' : 'The fields of a new record.',
    fields: Object.fromEntries(
      [...fields].map(([key, field]) => [
        key,
        {
          type: inputTypeOf(field, field.required === true && field.default === undefined && !isChange),
          description: field.label,
        },
      ]),
    ),
  });
  const read = (given: object) =>
    Object.fromEntries(Object.entries(given).map(([key, value]) => [fields.get(key)!.name, value as unknown]));
  return { input, read };
}

function inputTypeOf(field: Field, isRequired: boolean): GraphQLInputType {
  const one = scalarOf(field);
  const type = field.many ? new GraphQLList(new GraphQLNonNull(one)) : one;
  return isRequired ? new GraphQLNonNull(type) : type;
}
