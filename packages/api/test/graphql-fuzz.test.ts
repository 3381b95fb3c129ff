import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { openBranch } from '@tallyhook/store/branches';
import { releaseShippedApps } from '../src/apps/release-shipped-apps.ts';
import { schemaOf } from '../src/routes/graphql-fields.ts';
import { hostile } from './requests-from-openapi.ts';
import { send, startService, type Founded, type Sender, type Service } from './start-service.ts';

/** Operations per root field. */
const runsOfEach = process.env.TALLYHOOK_LONG === '1' ? 25 : 4;
const levels = 3;
const title = { name: 'title', label: 'Title', kind: 'text' };
const newType = { name: 'tool', label: 'Tool', plural: 'Tools', labelField: 'title', fields: [title] };

type Root = 'query' | 'mutation';

describe('GraphQL operations', () => {
  let service: Service;
  let founded: Founded;
  let schema: GraphQLSchema;
  let ids: string[];

  before(async () => {
    service = await startService();
    founded = await service.found();
    await releaseShippedApps(service.store, service.deps.logger);
    const post = async (path: string, json: object) =>
      (await send(service, 'POST', path, { as: founded.owner, json })).body as { id: string };
    const { id: record } = await post('/api/records?type=note', { fields: { title: 'Oven' } });
    const { id: view } = await post('/api/views', { name: 'All', definition: { type: 'note' } });
    const { id: commit } = await post('/api/commits', { message: 'Oven' });
    for (const name of ['draft', 'old']) await post('/api/branches', { name });
    await post('/api/records?type=note&branch=draft', { fields: { title: 'Flour' } });
    await post('/api/types', { ...newType, name: 'part' });
    ids = [record, view, commit, '0'.repeat(24)];
    const { types } = await openBranch(service.store, founded.workspaceId, 'main');
    ({ schema } = schemaOf(types));
  });
  after(() => service?.stop());

  /** Values of a type: mostly right, sometimes hostile. */
  function valuesOf(type: GraphQLInputType, name: string, depth = 0): fc.Arbitrary<unknown> {
    if (isNonNullType(type)) return valuesOf(type.ofType, name, depth);
    if (isListType(type)) {
      const one = depth > 4 ? fc.constantFrom(...hostile) : valuesOf(type.ofType, name, depth + 1);
      return fc.array(one, { maxLength: 2 });
    }
    if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name));
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => depth < 4 || isNonNullType(field.type));
      return fc.record(
        Object.fromEntries(
          fields.map((field) => [
            field.name,
            fc.constant(null).chain(() => valuesOf(field.type, field.name, depth + 1)),
          ]),
        ),
        { requiredKeys: fields.filter((field) => isNonNullType(field.type)).map((field) => field.name) },
      );
    }
    return scalarsOf(type, name);
  }

  function scalarsOf({ name: type }: GraphQLNamedType, name: string): fc.Arbitrary<unknown> {
    if (type === 'Boolean') return fc.boolean();
    if (type === 'Int') return fc.constantFrom(1, 2, 500, 0, -1, 2 ** 31 - 1);
    if (type === 'Float') return fc.constantFrom<unknown>(1, 2, 1.5, -1, 1e308, 2 ** 53);
    if (type === 'String' || type === 'ID') return fc.oneof({ weight: 19, arbitrary: textsOf(name) }, nasty);
    return fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom<unknown>(
          { title: 'Oven' },
          { field: 'title', op: 'eq', value: 'Oven' },
          { title: { label: 'Name' } },
          newType,
        ),
      },
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(...hostile),
    );
  }

  const nasty = fc.oneof(
    fc.constantFrom(...hostile.filter((value) => typeof value === 'string')),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );

  function textsOf(name: string): fc.Arbitrary<string> {
    if (['from', 'into'].includes(name)) return fc.constantFrom('main', 'draft', 'old', 'nothing');
    if (name === 'type') return fc.constantFrom('note', 'ticket', 'part');
    if (name === 'name') return fc.constantFrom('draft', 'old', 'part', 'new');
    if (['app', 'version'].includes(name)) return fc.constantFrom('work', '1.0.0', 'nothing');
    return ['id', 'commit', 'cursor', 'after'].includes(name)
      ? fc.constantFrom(...ids)
      : fc.constantFrom('Oven', 'title', 'open', '2026-03-01', 'UTC', ...ids);
  }

  /** Selects every field of a type, some levels deep, without arguments. */
  function selectionOf(type: GraphQLNamedType, level = 0): string {
    if (!isObjectType(type)) return '';
    const fields = Object.values(type.getFields()).filter(({ type: below }) => {
      return level < levels || !isObjectType(getNamedType(below));
    });
    return ` { __typename ${fields.map((field) => field.name + selectionOf(getNamedType(field.type), level + 1)).join(' ')} }`;
  }

  function operationOf(root: Root, { name, args, type }: GraphQLField<unknown, unknown>) {
    const given = args.map((argument) => {
      const values = valuesOf(argument.type, argument.name);
      const spoiled = fc.oneof(
        { weight: 15, arbitrary: values },
        { weight: 1, arbitrary: fc.constantFrom(...hostile) },
      );
      return isNonNullType(argument.type) ? spoiled : fc.option(spoiled, { nil: undefined });
    });
    const variables = args.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ');
    const passed = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
    const [declared, used] = args.length === 0 ? ['', ''] : [`(${variables})`, `(${passed})`];
    const query = `${root} ${declared} { ${name}${used}${selectionOf(getNamedType(type))} }`;
    return fc.tuple(...given).map((values) => ({
      query,
      variables: Object.fromEntries(args.map((argument, at) => [argument.name, values[at]])),
    }));
  }

  for (const root of ['query', 'mutation'] as const) {
    it(`never fail on our side, whatever a ${root} is given`, async () => {
      const type = root === 'query' ? schema.getQueryType()! : schema.getMutationType()!;
      // Without the app or its types, little else could be tried.
      const last = ['removeApp', 'deleteRecordType', 'deleteBranch'];
      const fields = Object.values(type.getFields())
        // The selection of an aggregate is a question of its own, which other tests make at random.
        .filter(({ name }) => !name.endsWith('Aggregate'))
        .sort((one, other) => Number(last.includes(one.name)) - Number(last.includes(other.name)));
      const done = new Set<string>();
      for (const field of fields) {
        const senders = fc.constantFrom<Sender>(founded.owner, founded.owner, founded.writeKey, founded.readKey);
        const property = fc.asyncProperty(operationOf(root, field), senders, async (json, as) => {
          const answered = await send(service, 'POST', '/graphql', { as, json });
          const shown = `${JSON.stringify(json)} ${answered.status} ${answered.text}`;
          assert.ok(answered.status < 500, shown);
          const errors = (answered.body.errors ?? []) as { extensions: { code?: string; status?: number } }[];
          for (const { extensions } of errors) assert.ok((extensions.status ?? 400) < 500 && extensions.code, shown);
          if (answered.body.data?.[field.name] != null) done.add(field.name);
        });
        // Operations that are all refused would prove nothing.
        for (let round = 0; round === 0 || (round < 5 && !done.has(field.name)); round++) {
          await fc.assert(property, { numRuns: runsOfEach });
        }
      }
      assert.ok(done.size > fields.length / 4, `done: ${[...done].join(', ')}`);
    }).timeout(600_000);
  }
});
