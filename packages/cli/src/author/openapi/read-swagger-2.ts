import type { ApiDocument, Body, Content, Flow, Operation, Parameter, SecurityScheme, Server } from './model.ts';
import { type Place, type Reader, textAt } from './place.ts';
import { plainType, readAnswer, readHead, readInfo, readOperations, type OperationPlace } from './read-operations.ts';

/** Reads a document of Swagger 2.0. */
export function readSwagger2(reader: Reader): ApiDocument {
  const { root } = reader;
  return {
    ...readInfo(reader),
    servers: readServers(reader),
    schemes: reader.entries(reader.child(root, 'securityDefinitions')).map((entry) => readScheme(reader, entry)),
    operations: readOperations(reader, (entry) => readOperation(reader, entry)),
  };
}

function readServers(reader: Reader): Server[] {
  const host = textAt(reader.root, 'host');
  const basePath = textAt(reader.root, 'basePath') ?? '';
  const schemes = textsOf(reader, reader.child(reader.root, 'schemes'));
  const scheme = schemes.length === 0 || schemes.includes('https') ? 'https' : schemes[0]!;
  const url = host === undefined ? basePath : `${scheme}://${host}${basePath}`;
  return url === '' ? [] : [{ pointer: host === undefined ? '#/basePath' : '#/host', url, variables: [] }];
}

/** The flows by the names that OpenAPI 3 gives them. */
const grants = new Map([
  ['accessCode', 'authorizationCode'],
  ['application', 'clientCredentials'],
]);

function readScheme(reader: Reader, [name, place]: [string, Place]): SecurityScheme {
  const flow = textAt(place, 'flow') ?? '';
  const oauth: Flow = {
    grant: grants.get(flow) ?? flow,
    pointer: place.pointer,
    authorizeUrl: textAt(place, 'authorizationUrl'),
    tokenUrl: textAt(place, 'tokenUrl'),
    refreshUrl: undefined,
    scopes: reader.entries(reader.child(place, 'scopes')).map(([scope]) => scope),
  };
  const kind = textAt(place, 'type') ?? '';
  return {
    name,
    pointer: place.pointer,
    description: textAt(place, 'description'),
    kind,
    in: textAt(place, 'in'),
    parameter: textAt(place, 'name'),
    flows: kind === 'oauth2' ? [oauth] : [],
  };
}

function readOperation(reader: Reader, found: OperationPlace): Operation {
  const { place, parameters } = found;
  const inBody = (parameter: Place): boolean => ['body', 'formData'].includes(textAt(parameter, 'in') ?? '');
  return {
    ...readHead(reader, found),
    summary: textAt(place, 'summary'),
    parameters: parameters.filter((entry) => !inBody(entry)).map((entry) => readParameter(reader, entry)),
    body: readBody(reader, place, parameters.filter(inBody)),
    server: undefined,
    answerTypes: typesOf(reader, place, 'produces'),
    answer: readAnswer(reader, place, (answer) => reader.child(answer, 'schema')),
    extras: [],
  };
}

/** What says how a list is written, in the words of OpenAPI 3. */
const styles = new Map(
  Object.entries({
    csv: { style: 'form', explode: false },
    ssv: { style: 'spaceDelimited', explode: false },
    tsv: { style: 'tabDelimited', explode: false },
    pipes: { style: 'pipeDelimited', explode: false },
    multi: { style: 'form', explode: true },
  }),
);

function readParameter(reader: Reader, place: Place): Parameter {
  const where = textAt(place, 'in') ?? '';
  const written = styles.get(textAt(place, 'collectionFormat') ?? 'csv') ?? styles.get('csv')!;
  return {
    pointer: place.pointer,
    in: where,
    name: textAt(place, 'name') ?? '',
    required: reader.child(place, 'required').value === true,
    description: textAt(place, 'description'),
    // Here a parameter is its own schema.
    schema: place,
    ...(where === 'query' ? written : { style: 'simple', explode: false }),
    isJson: false,
    allowsReserved: false,
  };
}

/** How a field of a form writes a list; `multi` repeats the field. */
const separators: Record<string, string> = { csv: ',', ssv: ' ', tsv: '\t', pipes: '|' };

function readBody(reader: Reader, operation: Place, parameters: Place[]): Body | undefined {
  const [first] = parameters;
  if (first === undefined) return undefined;
  const types = typesOf(reader, operation, 'consumes');
  const whole = parameters.find((parameter) => textAt(parameter, 'in') === 'body');
  const required = parameters.some((parameter) => reader.child(parameter, 'required').value === true);
  const contents =
    whole === undefined
      ? [formOf(reader, operation, parameters, types)]
      : (types.length === 0 ? ['application/json'] : types).map((type) => contentOf(reader, whole, type));
  return { pointer: first.pointer, required, description: whole && textAt(whole, 'description'), contents };
}

const noEncoding = (): { style: undefined; type: undefined } => ({ style: undefined, type: undefined });

function contentOf(reader: Reader, parameter: Place, type: string): Content {
  return { pointer: parameter.pointer, type, schema: reader.child(parameter, 'schema'), encodingOf: noEncoding };
}

function formOf(reader: Reader, operation: Place, parameters: Place[], types: string[]): Content {
  const hasFile = parameters.some((parameter) => textAt(parameter, 'type') === 'file');
  const isUrlEncoded = !hasFile && !types.includes('multipart/form-data');
  return {
    pointer: reader.child(operation, 'parameters').pointer,
    type: isUrlEncoded ? 'application/x-www-form-urlencoded' : 'multipart/form-data',
    schema: { value: undefined, pointer: operation.pointer },
    fields: parameters.map((parameter) => ({
      name: textAt(parameter, 'name') ?? '',
      required: reader.child(parameter, 'required').value === true,
      schema: parameter,
      separator: separators[textAt(parameter, 'collectionFormat') ?? 'csv'],
    })),
    encodingOf: noEncoding,
  };
}

function typesOf(reader: Reader, operation: Place, key: 'consumes' | 'produces'): string[] {
  const own = reader.child(operation, key);
  const listed = textsOf(reader, own.value === undefined ? reader.child(reader.root, key) : own);
  return listed.map(plainType);
}

function textsOf(reader: Reader, place: Place): string[] {
  return reader.items(place).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}
