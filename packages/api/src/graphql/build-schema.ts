import {
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  specifiedScalarTypes,
} from 'graphql';
import { Problem, type RecordType } from '@tallyhook/schemas';
import { createRecord, deleteRecord, getRecord, updateRecord } from '@tallyhook/store/records';
import type { Access } from '../access.ts';
import { createAggregateTypes } from './aggregate-types.ts';
import { askAggregate, type AggregateArguments } from './ask-aggregate.ts';
import type { Caller } from '../caller.ts';
import { requireAbility } from '../middleware/caller.ts';
import type { OperationContext } from './context.ts';
import { createFilterInputs } from './filter-inputs.ts';
import { listRecords, type ListArguments } from './list-records.ts';
import { createNames, pluralOf, typeNameOf } from './names.ts';
import { createFieldsInput, createRecordObjects } from './record-types.ts';
import type { RootField, Requirement, RouteFields } from './route-fields.ts';
import { createScalars } from './scalars.ts';
import { countSelected } from './selection.ts';
import { createSharedTypes } from './shared-types.ts';

/** A schema with the names that operation limits apply to. */
export interface BranchSchema {
  schema: GraphQLSchema;
  /** The root fields that are aggregates. */
  aggregates: ReadonlySet<string>;
  /** The root fields that compare or copy whole branches or types. */
  costly: ReadonlySet<string>;
  /** Who may use a mutation. */
  accessOf(mutation: string): Access;
  /** What the caller needs for a mutation with its arguments. */
  requirementOf(mutation: string): Requirement | undefined;
}

/**
 * Builds the GraphQL schema of a branch from its record types and the routes that are the same for all branches. Every
 * root field is nullable, so that a failing one does not discard the results of the others.
 */
export function buildSchema(types: readonly RecordType[], routes: RouteFields): BranchSchema {
  const claim = createNames([
    'Query',
    'Mutation',
    ...specifiedScalarTypes.map(({ name }) => name),
    ...routes.typeNames,
  ]);
  const scalars = createScalars();
  for (const { name } of Object.values(scalars)) claim(name);
  const objects = createRecordObjects(types, claim);
  const shared = createSharedTypes(scalars, claim);
  const filterOf = createFilterInputs(types, { scalars, claim });
  // The field for a single record keeps its plain name, whatever the lists are called.
  const single = createNames(Object.keys(routes.queries));
  const ones = new Map(types.map(({ name }) => [name, single(name)]));
  const aggregates = new Set<string>();
  const queries: Record<string, RootField> = { ...routes.queryFields };
  const mutations: Record<string, RootField> = { ...routes.mutationFields };
  const mutationName = createNames(Object.keys(mutations));

  for (const type of types) {
    const object = objects.get(type.name)!;
    const filter = filterOf(type);
    const aggregate = createAggregateTypes(type, { types, shared, dateKey: scalars.dateKey, objects, claim });
    const aggregateName = single(`${type.name}Aggregate`);
    aggregates.add(aggregateName);
    queries[aggregateName] = {
      type: aggregate.result,
      description: `A question about ${type.plural}; the selected fields are the measures.`,
      args: {
        filter: { type: filter.input },
        groupBy: { type: new GraphQLList(new GraphQLNonNull(aggregate.groupBy)) },
        having: { type: new GraphQLList(new GraphQLNonNull(shared.having)) },
        sort: { type: new GraphQLList(new GraphQLNonNull(shared.sort)) },
        limit: { type: GraphQLInt },
        timezone: { type: GraphQLString },
        weekStart: { type: shared.weekStart },
      },
      resolve: (_source, args: AggregateArguments, context, info) =>
        askAggregate(type, { aggregate, filter }, args, context, info),
    };
    queries[ones.get(type.name)!] = {
      type: object,
      description: `${type.label} by id.`,
      args: { id: { type: new GraphQLNonNull(GraphQLID) } },
      resolve: (_source, { id }: { id: string }, { deps, caller }) =>
        getRecord(deps.store, caller.branch, type.name, id),
    };
    queries[single(pluralOf(type.name))] = {
      type: new GraphQLList(new GraphQLNonNull(object)),
      description: `${type.plural}, newest first; for the next page, set after to the id of the last one.`,
      args: {
        filter: { type: filter.input },
        first: { type: GraphQLInt },
        after: { type: GraphQLID },
        timezone: { type: GraphQLString },
        weekStart: { type: shared.weekStart },
      },
      resolve: (_source, args: ListArguments, context, info) =>
        listRecords(type, { filter, selected: countSelected(info) }, args, context),
    };
    addMutations(type, object);
  }

  const query = new GraphQLObjectType<undefined, OperationContext>({ name: 'Query', fields: queries });
  const mutation = new GraphQLObjectType<undefined, OperationContext>({ name: 'Mutation', fields: mutations });
  return {
    schema: new GraphQLSchema({ query, mutation }),
    aggregates,
    costly: new Set(routes.costly),
    accessOf: (name) => (Object.hasOwn(routes.mutations, name) ? routes.mutations[name]!.access : 'write'),
    requirementOf: (name) => (Object.hasOwn(routes.requirements, name) ? routes.requirements[name] : undefined),
  };

  function addMutations(type: RecordType, object: GraphQLObjectType) {
    const suffix = typeNameOf(type.name);
    const creation = createFieldsInput(type, { claim, isChange: false });
    const change = createFieldsInput(type, { claim, isChange: true });
    const id = { type: new GraphQLNonNull(GraphQLID) };
    mutations[mutationName(`create${suffix}`)] = {
      type: object,
      args: { input: { type: new GraphQLNonNull(creation.input) } },
      async resolve(_source, { input }: { input: object }, context) {
        const { deps } = context;
        const caller = await writerOf(context);
        await deps.space.requireQuota(caller.workspaceId, 'records', 1);
        return createRecord(deps.store, caller.branch, type.name, creation.read(input), caller.by);
      },
    };
    mutations[mutationName(`update${suffix}`)] = {
      type: object,
      description: 'Changes the given fields, unless the record has changed since that revision.',
      args: {
        id,
        revision: { type: new GraphQLNonNull(GraphQLInt) },
        input: { type: new GraphQLNonNull(change.input) },
      },
      async resolve(_source, { id, revision, input }: Update, context) {
        const { branch, by } = await writerOf(context);
        return updateRecord(context.deps.store, branch, type.name, id, { revision, fields: change.read(input) }, by);
      },
    };
    mutations[mutationName(`delete${suffix}`)] = {
      type: GraphQLID,
      description: 'Deletes a record and returns its id; with `revision`, only if it has not changed since.',
      args: { id, revision: { type: GraphQLInt } },
      async resolve(_source, { id, revision }: Pick<Update, 'id'> & { revision?: number | null }, context) {
        if (revision === null) throw new Problem('invalid_request', '"revision" is null: leave it out or send one.');
        const { branch, by } = await writerOf(context);
        await deleteRecord(context.deps.store, branch, type.name, id, { revision }, by);
        return id;
      },
    };
  }
}

/** The caller, who may have lost the ability by an earlier field of the mutation. @throws Problem `forbidden`. */
async function writerOf({ currentCaller }: OperationContext): Promise<Caller> {
  const caller = await currentCaller();
  requireAbility(caller, 'write');
  return caller;
}

interface Update {
  id: string;
  revision: number;
  input: object;
}
