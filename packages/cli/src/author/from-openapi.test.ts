import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { compileConnector, runFixture } from '@tallyhook/sdk';
import { runCommandLine } from '../program.ts';

/** Runs a command line as `tallyhook` would. */
async function run(args: string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const code = await runCommandLine(args, {
    url: undefined,
    key: undefined,
    sessionFile: '/nowhere/session.json',
    cacheFolder: '/nowhere',
    environment: {},
    input: Readable.from([input]),
    output,
    errors,
  });
  const text = (stream: PassThrough): string => ((stream.read() as Buffer | null) ?? '').toString();
  return { code, out: text(output), err: text(errors) };
}

const require = createRequire(import.meta.url);
const oasExamples = dirname(require.resolve('@readme/oas-examples/package.json'));

/** Public documents from MIT-licensed packages. */
const published: { title: string; file: string; actions: number; signIn: string; refused: number }[] = [
  {
    title: "ReadMe's own API (OpenAPI 3.1, JSON, forms with files)",
    file: join(oasExamples, '3.1/json/readme.json'),
    actions: 54,
    signIn: 'bearer',
    refused: 0,
  },
  {
    title: 'ShipEngine (OpenAPI 3.0, YAML)',
    file: join(dirname(require.resolve('shipengine-openapi/package.json')), 'openapi.yaml'),
    actions: 76,
    signIn: 'key',
    refused: 0,
  },
  {
    title: 'STAPI (OpenAPI 3.0, JSON, forms)',
    file: join(oasExamples, '3.0/json/star-trek.json'),
    actions: 120,
    signIn: 'none',
    refused: 0,
  },
  {
    title: 'the Petstore (Swagger 2.0, YAML)',
    file: join(oasExamples, '2.0/yaml/petstore.yaml'),
    actions: 17,
    signIn: 'bearer',
    refused: 3,
  },
];

interface Answer {
  id: string;
  written: boolean;
  files: string[];
  actions: Record<string, string>;
  leftOut: { pointer: string; what: string; reason: string }[];
  loosened: { pointer: string; reason: string }[];
}

describe('tallyhook from-openapi', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallyhook-openapi-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const writePets = (
    text = 'openapi: 3.0.0\ninfo: { title: The Pets API }\npaths:\n  /pets: { get: { operationId: listPets } }\n',
  ): string => {
    const file = join(folder, 'pets.yaml');
    writeFileSync(file, text);
    return file;
  };

  for (const { title, file, actions, signIn, refused } of published) {
    it(`creates a connector that compiles from ${title}`, async () => {
      const out = join(folder, 'made');
      const { code, out: printed } = await run(['from-openapi', file, '--out', out, '--json']);
      assert.equal(code, 0, printed);
      const answer = JSON.parse(printed) as Answer;
      const { package: compiled, problems, fixtures } = compileConnector(out);
      assert.deepEqual(
        problems.filter(({ severity }) => severity === 'error'),
        [],
      );
      assert.equal(Object.keys(compiled!.actions).length, actions);
      assert.equal(compiled!.connector.signIn.kind, signIn);
      const inOneRequest = Object.values(compiled!.actions).filter(({ upload, pagination }) => !(upload ?? pagination));
      assert.equal(fixtures.length, inOneRequest.length);
      for (const { name, fixture } of fixtures) assert.deepEqual(await runFixture(compiled!, fixture), [], name);
      const operations = answer.leftOut.filter(({ what }) => /^[A-Z]+ \//.test(what));
      assert.equal(operations.length, refused, JSON.stringify(operations));
      for (const { pointer, reason } of [...answer.leftOut, ...answer.loosened]) {
        assert.match(pointer, /^#\//);
        assert.doesNotMatch(reason, /would be refused/);
      }
    });
  }

  it('writes passing fixtures for bodies with any value or a text', async () => {
    const operation = (schema: string): string =>
      `{ requestBody: { required: true, content: { application/json: { schema: ${schema} } } } }`;
    const three = `openapi: 3.0.3\npaths: { /a: { put: ${operation('{}')} }, /b: { put: ${operation('{ type: string }')} } }`;
    const two = `swagger: '2.0'\npaths: { /a: { put: { parameters: [{ in: body, name: a, schema: { type: string } }] } } }`;
    for (const [index, text] of [three, two].entries()) {
      const out = join(folder, `made-${index}`);
      await run([
        'from-openapi',
        writePets(text),
        '--out',
        out,
        '--id',
        'any',
        '--base-url',
        'https://api.example.com',
      ]);
      const { package: compiled, fixtures } = compileConnector(out);
      assert.notEqual(fixtures.length, 0);
      for (const { name, fixture } of fixtures) assert.deepEqual(await runFixture(compiled!, fixture), [], name);
    }
  });

  it('writes a response without a body if the document has no other', async () => {
    const none = "'204': { description: Gone }";
    const paths = `{ /a: { delete: { operationId: dropA, responses: { ${none} } }, put: { operationId: putA, responses: { '200': {}, ${none} } } } }`;
    for (const version of ["openapi: '3.0.3'", "swagger: '2.0'"]) {
      const out = mkdtempSync(join(folder, 'made-'));
      const base = ['--id', 'any', '--base-url', 'https://api.example.com'];
      await run(['from-openapi', writePets(`${version}\npaths: ${paths}`), '--out', join(out, 'any'), ...base]);
      const { package: compiled, fixtures } = compileConnector(join(out, 'any'));
      const answers = fixtures.map(({ name, fixture }) => [
        name,
        'exchanges' in fixture && fixture.exchanges[0]?.response,
      ]);
      assert.deepEqual(answers, [
        ['drop-a', { status: 204 }],
        ['put-a', { status: 200, body: { id: '1' } }],
      ]);
      for (const { name, fixture } of fixtures) assert.deepEqual(await runFixture(compiled!, fixture), [], name);
    }
  });

  it('writes a response with the first success status of the document', async () => {
    const rows: [answers: string, status: number][] = [
      ["'201': { description: Made }, '400': {}", 201],
      ["'202': {}, '201': {}", 201],
      ["'204': {}, '202': {}", 202],
      ["'200': {}, '201': {}", 200],
      ["'2XX': {}, '204': {}", 200],
      ["default: {}, '404': {}", 200],
    ];
    const paths = rows.map(
      ([answers], index) => `/a${index}: { post: { operationId: a${index}, responses: { ${answers} } } }`,
    );
    for (const version of ["openapi: '3.0.3'", "swagger: '2.0'"]) {
      const out = join(mkdtempSync(join(folder, 'made-')), 'any');
      const base = ['--id', 'any', '--base-url', 'https://api.example.com'];
      await run(['from-openapi', writePets(`${version}\npaths: { ${paths.join(', ')} }`), '--out', out, ...base]);
      const { package: compiled, fixtures } = compileConnector(out);
      const answers = fixtures.map(({ fixture }) => 'exchanges' in fixture && fixture.exchanges[0]?.response);
      assert.deepEqual(
        answers,
        rows.map(([, status]) => ({ status, body: { id: '1' } })),
      );
      for (const { name, fixture } of fixtures) assert.deepEqual(await runFixture(compiled!, fixture), [], name);
    }
  });

  it('leaves out a fixture whose request cannot be generated, and says why', async () => {
    const schema = '{ type: object, required: [a], properties: { a: { type: array, maxItems: 0, items: {} } } }';
    const body = `{ required: true, content: { application/json: { schema: ${schema} } } }`;
    const text = `openapi: 3.0.3\npaths: { /a: { put: { operationId: putA, requestBody: ${body} }, get: { operationId: getA } } }`;
    const out = join(folder, 'made');
    const base = ['--id', 'any', '--base-url', 'https://api.example.com'];
    const result = await run(['from-openapi', writePets(text), '--out', out, ...base, '--json']);
    assert.equal(result.code, 0, result.err);
    const { leftOut } = JSON.parse(result.out) as { leftOut: { what: string; reason: string }[] };
    const { reason } = leftOut.find(({ what }) => what === 'the fixture of put-a')!;
    assert.match(reason, /^No request of the action "put-a" can be made up: input\.a: /);
    const { package: compiled, fixtures } = compileConnector(out);
    assert.deepEqual(
      [Object.keys(compiled!.actions).sort(), fixtures.map(({ name }) => name)],
      [['get-a', 'put-a'], ['get-a']],
    );
  });

  it('lists what it left out or simplified, with place and reason', async () => {
    const { code, out } = await run(['from-openapi', published[3]!.file, '--dry-run']);
    assert.equal(code, 0);
    assert.equal(
      out,
      [
        'petstore: petstore, 17 actions (nothing was written)',
        '',
        'Left out (5):',
        '  #/paths/~1pet~1findByTags/get  GET /pet/findByTags: it is deprecated; choose "findPetsByTags" by name to include it anyway',
        '  #/components/securitySchemes/petstore_auth  part of the sign-in "petstore_auth": people link an account with an access token created elsewhere',
        '  #/components/securitySchemes/api_key  the sign-in "api_key": a connector signs in one way; choose the sign-in "api_key" to use this one',
        '  #/paths/~1pet~1%7BpetId%7D/get  GET /pet/{petId}: it requires the sign-in api_key',
        '  #/paths/~1store~1inventory/get  GET /store/inventory: it requires the sign-in api_key',
        '',
        'Simplified (--json lists every place):',
        '  #/paths/~1pet~1%7BpetId%7D~1uploadImage/post/requestBody/content/multipart~1form-data/schema/properties/file  the action always sends the file',
        '',
      ].join('\n'),
    );
    assert.equal(existsSync('petstore'), false);
  });

  it('reads standard input, and uses only the named operations', async () => {
    const text = readFileSync(published[3]!.file, 'utf8');
    const { out } = await run(
      ['from-openapi', '-', '--ops', 'addPet, deletePet', '--id', 'pets', '--dry-run', '--json'],
      text,
    );
    const { id, actions, written, files } = JSON.parse(out) as Answer;
    assert.deepEqual(
      [id, actions, written],
      ['pets', { 'add-pet': 'POST /pet', 'delete-pet': 'DELETE /pet/{petId}' }, false],
    );
    assert.deepEqual(
      files.filter((path) => !path.startsWith('.')),
      [
        'connector.json',
        'actions/add-pet.json',
        'actions/delete-pet.json',
        'README.md',
        'fixtures/add-pet.json',
        'fixtures/delete-pet.json',
        'AGENTS.md',
      ],
    );
  });

  it('writes the schemas that editors need', async () => {
    const out = join(folder, 'pets');
    await run(['from-openapi', writePets(), '--out', out, '--base-url', 'https://pets.example']);
    for (const path of ['connector.json', 'actions/list-pets.json', 'fixtures/list-pets.json']) {
      const { $schema } = JSON.parse(readFileSync(join(out, path), 'utf8')) as { $schema: string };
      assert.ok(existsSync(join(out, dirname(path), $schema)), $schema);
    }
  });

  it('refuses a folder that is not empty', async () => {
    const { code, err } = await run([
      'from-openapi',
      writePets(),
      '--out',
      folder,
      '--base-url',
      'https://pets.example',
    ]);
    assert.equal(code, 1);
    assert.match(err, /The folder ".*" is not empty\. Choose another one with --out\./);
  });

  it('says what to do if no connector can be created', async () => {
    for (const [code, text, args, expected] of [
      [1, undefined, [], /The document names no server\. Give the base address .* https:\/\//],
      [2, undefined, ['--base-url', 'pets'], /The base address must be one such as https:.*, got "pets"/],
      [
        2,
        undefined,
        ['--base-url', 'https://a.example', '--ops', 'listPet'],
        /has no operation "listPet"\. Did you mean "listPets"\?/,
      ],
      [1, 'openapi: 3.0.0\nservers: [{ url: "https://a.example" }]\n', [], /has no operations under "paths"/],
      [
        1,
        'openapi: 3.0.0\npaths: { /a: { $ref: ./a.yaml } }\n',
        ['--ops', 'list'],
        /has no operations under "paths": "\.\/a\.yaml" is in another file; bundle the document into one file first\./,
      ],
      [1, 'hello', [], /pets\.yaml must be an object .*, got text/],
    ] as const) {
      const ended = await run(['from-openapi', writePets(text), ...args, '--dry-run']);
      assert.equal(ended.code, code, ended.err);
      assert.match(ended.err, expected);
    }
    const { code, err } = await run(['from-openapi', join(folder, 'none.yaml')]);
    assert.equal(code, 2);
    assert.match(err, /The file .*none\.yaml cannot be read \(ENOENT\)/);
  });

  it('exits with 2 for an invalid id, and shows an example with --help', async () => {
    assert.equal((await run(['from-openapi', writePets(), '--id', 'My Pets'])).code, 2);
    const { code, out } = await run(['from-openapi', '--help']);
    assert.equal(code, 0);
    assert.match(out, /Example:\n {2}\$ tallyhook from-openapi openapi\.yaml/);
  });
});
