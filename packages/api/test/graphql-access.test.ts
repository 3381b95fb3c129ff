import assert from 'node:assert/strict';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { newId } from '@tallyhook/store';
import { openBranch } from '@tallyhook/store/branches';
import { roles, type Role } from '@tallyhook/store/people';
import type { Route } from '../src/route.ts';
import { graphqlRoutes, schemaOf } from '../src/routes/graphql-fields.ts';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const members = Object.keys(roles) as Role[];
const everybody = [...members, 'readKey', 'writeKey'] as const;

/** A valid literal of a type with as little in it as possible. */
function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return `{${required.map((field) => `${field.name}: ${literalOf(field.type)}`).join()}}`;
  }
  const literals: Record<string, string> = { ID: `"${newId()}"`, String: '"note"', JSON: '{}', Boolean: 'false' };
  return literals[type.name] ?? '1';
}

/** One use of a root field, without optional arguments. */
function useOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const required = args.filter((one) => isNonNullType(one.type));
  const given = required.map((one) => `${one.name}: ${literalOf(one.type)}`).join(', ');
  const object = getNamedType(type);
  return `${name}${given === '' ? '' : `(${given})`}${isObjectType(object) ? ' { __typename }' : ''}`;
}

describe('the routes in GraphQL', () => {
  let service: Service;
  let ours: Founded;
  let theirs: Founded;
  let senders: Map<string, Sender>;

  before(async () => {
    service = await startService();
    [ours, theirs] = [await service.found(), await service.found()];
    senders = new Map<string, Sender>([
      ['readKey', ours.readKey],
      ['writeKey', ours.writeKey],
    ]);
    for (const role of members) senders.set(role, await service.join(ours.workspaceId, role));
  });
  after(() => service?.stop());

  const run = (as: Sender, query: string, place = '') =>
    send(service, 'POST', `/graphql${place}`, { as, json: { query } });

  /** The refusal of an operation, as a whole or of its field; undefined if there is none. */
  async function refusalOf(
    as: Sender,
    query: string,
    place = '',
  ): Promise<{ code: string; detail: string } | undefined> {
    const { body } = await run(as, query, place);
    const [error] = body.errors ?? [];
    return error ? { code: error.extensions.code, detail: error.message } : body.code && body;
  }

  async function knock({ method, path, body }: Route, as: Sender): Promise<{ code: string; detail: string }> {
    const address = path.replace(/:\w+/g, () => newId());
    return (await send(service, method.toUpperCase(), address, { as, ...(body && { json: {} }) })).body;
  }

  for (const kind of ['queries', 'mutations'] as const) {
    for (const [name, route] of Object.entries(graphqlRoutes[kind])) {
      it(`refuses ${name} exactly to those who are refused ${route.method.toUpperCase()} ${route.path}`, async () => {
        const { types } = await openBranch(service.store, ours.workspaceId, 'main');
        const { schema } = schemaOf(types);
        const root = kind === 'queries' ? schema.getQueryType()! : schema.getMutationType()!;
        const operation = `${kind === 'queries' ? 'query' : 'mutation'} { ${useOf(root.getFields()[name]!)} }`;
        for (const who of everybody) {
          const as = senders.get(who);
          const [byField, byRoute] = [await refusalOf(as, operation), await knock(route, as)];
          const shown = `${who}: ${JSON.stringify(byField)}`;
          if (byRoute?.code === 'forbidden') {
            assert.deepEqual([byField?.code, byField?.detail], ['forbidden', byRoute.detail], shown);
          } else assert.notEqual(byField?.code, 'forbidden', shown);
          assert.notEqual(byField?.code, 'internal', shown);
        }
      });
    }
  }

  it('are those of their own workspace only', async () => {
    await send(service, 'POST', '/api/branches', { as: theirs.owner, json: { name: 'theirs' } });
    const { as, place } = { as: ours.owner, place: `?workspace=${theirs.workspaceId}` };
    assertProblem(await run(as, '{ branches { name } }', place), 404, 'not_found');
    assertProblem(await run(ours.writeKey, '{ branches { name } }', place), 403, 'forbidden');
    for (const operation of [
      '{ mergePreview(from: "theirs", into: "main") { conflictCount } }',
      '{ mergeDifferences(from: "theirs", into: "main", type: "note") { nextCursor } }',
      'mutation { mergeBranches(input: { from: "theirs", into: "main" }) { commit { id } } }',
      'mutation { createBranch(input: { name: "copy", from: "theirs" }) { id } }',
      'mutation { deleteBranch(name: "theirs") }',
      'mutation { updateBranch(name: "theirs", input: { name: "ours" }) { id } }',
    ]) {
      assert.equal((await refusalOf(as, operation))?.code, 'not_found', operation);
    }
  });

  it('keep to the roles of a protected branch, and let members merge their own into another', async () => {
    const { owner } = theirs;
    const member = await service.join(theirs.workspaceId, 'member');
    const protect = 'protection: { write: owner, merge: admin }';
    await run(owner, `mutation { updateBranch(name: "main", input: { ${protect} }) { id } }`);
    const create = 'mutation { createNote(input: { title: "x" }) { id } }';
    assertProblem(await run(member, create), 403, 'forbidden');
    assertProblem(await run(member, 'mutation { createCommit(input: { message: "x" }) { id } }'), 403, 'forbidden');
    // One refused field refuses the operation before any of it is done.
    const both = `mutation { createBranch(input: { name: "mine" }) { id } createCommit(input: { message: "x" }) { id } }`;
    assertProblem(await run(member, both), 403, 'forbidden');
    const into = 'mutation ($into: ID!) { createBranch(input: { name: "mine" }) { id }';
    for (const later of [
      'mergeBranches(input: { from: "mine", into: "main" }) { commit { id } } updateBranch(name: $into, input: {}) { id }',
      '...Later } fragment Later on Mutation { updateBranch(name: $into, input: { name: "ours" }) { id }',
      'updateBranch(name: $into, input: { name: "ours" }) { id } deleteBranch(name: "mine")',
    ]) {
      const json = { query: `${into} ${later} }`, variables: { into: 'main' } };
      assertProblem(await send(service, 'POST', '/graphql', { as: member, json }), 403, 'forbidden');
    }
    const { body: seen } = await run(owner, '{ branches { name } }');
    assert.ok(!seen.data.branches.some(({ name }: { name: string }) => name === 'mine'));
    const admin = await service.join(theirs.workspaceId, 'admin');
    const own = 'mutation { updateBranch(name: "main", input: { protection: { write: member, merge: admin } }) { id }';
    await run(owner, `${own} }`);
    const { body } = await run(
      admin,
      `mutation { updateBranch(name: "main", input: { ${protect} }) { id } ${create.slice(11)}`,
    );
    assert.equal(body.errors?.[0].extensions.code, 'forbidden', 'who gives the ability away has lost it');
    const made = await run(member, 'mutation { createBranch(input: { name: "mine" }) { name from } }');
    assert.deepEqual(made.body, { data: { createBranch: { name: 'mine', from: 'main' } } });
    await run(member, create, '?branch=mine');
    const merge = 'mutation { mergeBranches(input: { from: "mine", into: "main" }) { commit { kind } } }';
    const refused = await run(member, merge);
    assertProblem(refused, 403, 'forbidden');
    assert.equal(refused.body.needs, 'admin');
    assert.deepEqual((await run(owner, merge)).body, { data: { mergeBranches: { commit: { kind: 'merge' } } } });
  });
});
