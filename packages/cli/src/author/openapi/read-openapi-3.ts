import type { ApiDocument, Body, Content, Flow, Operation, Parameter, SecurityScheme, Server } from './model.ts';
import { isMapping, type Place, type Reader, textAt } from './place.ts';
import { plainType, readAnswer, readHead, readInfo, readOperations, type OperationPlace } from './read-operations.ts';

/** Reads a document of OpenAPI 3. */
export function readOpenApi3(reader: Reader): ApiDocument {
  const { root } = reader;
  return {
    ...readInfo(reader),
    servers: readServers(reader, root),
    schemes: reader
      .entries(reader.child(root, 'components', 'securitySchemes'))
      .map((entry) => readScheme(reader, entry)),
    operations: readOperations(reader, (entry) => readOperation(reader, entry)),
  };
}

function readServers(reader: Reader, place: Place): Server[] {
  return reader.items(reader.child(place, 'servers')).flatMap((server) => {
    const url = textAt(server, 'url');
    if (url === undefined) return [];
    const variables = reader.entries(reader.child(server, 'variables')).map(([name, variable]) => ({
      name,
      description: textAt(variable, 'description'),
      default: defaultOf(reader.child(variable, 'default')),
      allowed: reader.items(reader.child(variable, 'enum')).map(({ value }) => String(value)),
    }));
    return [{ pointer: server.pointer, url, variables }];
  });
}

/** An empty text is a default, too. */
function defaultOf({ value }: Place): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readScheme(reader: Reader, [name, place]: [string, Place]): SecurityScheme {
  const type = textAt(place, 'type') ?? '';
  const kind = type === 'http' ? (textAt(place, 'scheme') ?? '').toLowerCase() : type;
  const flows = reader.entries(reader.child(place, 'flows')).map((entry) => readFlow(reader, entry));
  return {
    name,
    pointer: place.pointer,
    description: textAt(place, 'description'),
    kind,
    in: textAt(place, 'in'),
    parameter: textAt(place, 'name'),
    flows,
  };
}

function readFlow(reader: Reader, [grant, place]: [string, Place]): Flow {
  return {
    grant,
    pointer: place.pointer,
    authorizeUrl: textAt(place, 'authorizationUrl'),
    tokenUrl: textAt(place, 'tokenUrl'),
    refreshUrl: textAt(place, 'refreshUrl'),
    scopes: reader.entries(reader.child(place, 'scopes')).map(([scope]) => scope),
  };
}

function readOperation(reader: Reader, found: OperationPlace): Operation {
  const { place, pathItem, parameters } = found;
  const own = readServers(reader, place)[0] ?? readServers(reader, pathItem)[0];
  const callbacks = reader.child(place, 'callbacks');
  return {
    ...readHead(reader, found),
    summary: textAt(place, 'summary') ?? textAt(pathItem, 'summary'),
    parameters: parameters.map((parameter) => readParameter(reader, parameter)),
    body: readBody(reader, reader.child(place, 'requestBody')),
    server: own,
    answerTypes: reader
      .entries(reader.child(place, 'responses'))
      .filter(([status]) => /^2/.test(status))
      .flatMap(([, answer]) => reader.entries(reader.child(answer, 'content')).map(([type]) => plainType(type))),
    answer: readAnswer(reader, place, (answer) => jsonSchemaOf(reader, answer)),
    extras: isMapping(callbacks.value)
      ? [{ pointer: callbacks.pointer, reason: 'a callback is a delivery: write a webhook for it' }]
      : [],
  };
}

function jsonSchemaOf(reader: Reader, answer: Place): Place {
  const contents = reader.entries(reader.child(answer, 'content'));
  const [, content] = contents.find(([type]) => /[/+]json$/.test(plainType(type))) ?? ['', answer];
  return reader.child(content, 'schema');
}

function readParameter(reader: Reader, place: Place): Parameter {
  const where = textAt(place, 'in') ?? '';
  const [content] = reader.entries(reader.child(place, 'content'));
  const style = textAt(place, 'style') ?? (where === 'query' || where === 'cookie' ? 'form' : 'simple');
  const explode = reader.child(place, 'explode').value;
  return {
    pointer: place.pointer,
    in: where,
    name: textAt(place, 'name') ?? '',
    required: reader.child(place, 'required').value === true,
    description: textAt(place, 'description'),
    schema: content === undefined ? reader.child(place, 'schema') : reader.child(content[1], 'schema'),
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form',
    isJson: content !== undefined,
    allowsReserved: reader.child(place, 'allowReserved').value === true,
  };
}

function readBody(reader: Reader, place: Place): Body | undefined {
  if (!isMapping(place.value)) return undefined;
  const contents = reader.entries(reader.child(place, 'content')).map(([type, content]): Content => {
    const encoding = reader.child(content, 'encoding');
    return {
      pointer: content.pointer,
      type: plainType(type),
      schema: reader.child(content, 'schema'),
      encodingOf: (property) => {
        const found = reader.child(encoding, property);
        return { style: textAt(found, 'style'), type: textAt(found, 'contentType') };
      },
    };
  });
  return {
    pointer: place.pointer,
    required: reader.child(place, 'required').value === true,
    description: textAt(place, 'description'),
    contents,
  };
}
