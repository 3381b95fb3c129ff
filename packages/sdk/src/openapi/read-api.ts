import type { ApiDocument, Body, Content, Flow, Operation, Parameter, SecurityScheme, Server } from './model.ts';
import { isMapping, type Place, type Reader, textAt } from './place.ts';

/** Reads what an OpenAPI 3 document says about a service. */
export function readApi(reader: Reader): ApiDocument {
  const { root } = reader;
  const info = reader.child(root, 'info');
  return {
    title: textAt(info, 'title') ?? '',
    version: textAt(info, 'version'),
    description: textAt(info, 'description'),
    servers: readServers(reader, root),
    schemes: reader
      .entries(reader.child(root, 'components', 'securitySchemes'))
      .map((entry) => readScheme(reader, entry)),
    operations: reader.entries(reader.child(root, 'paths')).flatMap((entry) => readPath(reader, entry)),
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

/** An empty text is a valid default. */
function defaultOf({ value }: Place): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readScheme(reader: Reader, [name, place]: [string, Place]): SecurityScheme {
  const type = textAt(place, 'type') ?? '';
  return {
    name,
    pointer: place.pointer,
    description: textAt(place, 'description'),
    kind: type === 'http' ? (textAt(place, 'scheme') ?? '').toLowerCase() : type,
    in: textAt(place, 'in'),
    parameter: textAt(place, 'name'),
    flows: reader.entries(reader.child(place, 'flows')).map((entry) => readFlow(reader, entry)),
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

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

function readPath(reader: Reader, [path, pathItem]: [string, Place]): Operation[] {
  return reader
    .entries(pathItem)
    .filter(([key, { value }]) => methods.includes(key) && isMapping(value))
    .map(([key, place]) => readOperation(reader, { place, pathItem, method: key.toUpperCase(), path }));
}

function readOperation(
  reader: Reader,
  { place, pathItem, method, path }: { place: Place; pathItem: Place; method: string; path: string },
): Operation {
  const callbacks = reader.child(place, 'callbacks');
  const responses = reader.entries(reader.child(place, 'responses'));
  const good = responses.filter(([status]) => status.startsWith('2'));
  return {
    pointer: place.pointer,
    id: textAt(place, 'operationId'),
    method,
    path,
    summary: textAt(place, 'summary') ?? textAt(pathItem, 'summary'),
    description: textAt(place, 'description'),
    deprecated: reader.child(place, 'deprecated').value === true,
    ...readRequirements(reader, place),
    parameters: parametersOf(reader, pathItem, place).map((parameter) => readParameter(reader, parameter)),
    body: readBody(reader, reader.child(place, 'requestBody')),
    server: readServers(reader, place)[0] ?? readServers(reader, pathItem)[0],
    status: statusOf(good.map(([status]) => status)),
    answerTypes: good.flatMap(([, answer]) =>
      reader.entries(reader.child(answer, 'content')).map(([type]) => plainType(type)),
    ),
    answer: readAnswer(
      reader,
      good.map(([, answer]) => answer),
    ),
    extras: isMapping(callbacks.value)
      ? [{ pointer: callbacks.pointer, reason: 'a callback is a delivery: write a webhook for it' }]
      : [],
  };
}

/** The path's parameters, each overridden by the operation's parameter of the same name and place. */
function parametersOf(reader: Reader, pathItem: Place, operation: Place): Place[] {
  const listed = (place: Place): Place[] =>
    reader.items(reader.child(place, 'parameters')).filter(({ value }) => isMapping(value));
  const keyOf = (place: Place): string => `${textAt(place, 'in')} ${textAt(place, 'name')}`;
  const own = listed(operation);
  const replaced = new Set(own.map(keyOf));
  return [...listed(pathItem).filter((place) => !replaced.has(keyOf(place))), ...own];
}

/** Normalises a content type: `Application/JSON; charset=utf-8` → application/json. */
function plainType(type: string): string {
  return type.split(';')[0]!.trim().toLowerCase();
}

/** An operation's security requirements: its own, else the document's. */
function readRequirements(reader: Reader, operation: Place): Pick<Operation, 'security' | 'scopes' | 'isOpen'> {
  const own = reader.child(operation, 'security');
  const asked = own.value === undefined ? reader.child(reader.root, 'security') : own;
  const sets = reader.items(asked).map((set) => reader.entries(set));
  const scopes = new Map<string, string[]>();
  for (const [name, { value }] of sets.flat()) {
    const listed = Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : [];
    scopes.set(name, [...(scopes.get(name) ?? []), ...listed]);
  }
  const isOpen = Array.isArray(own.value) && own.value.length === 0;
  return { security: sets.map((set) => set.map(([name]) => name)), scopes, isOpen };
}

/** The first success status that may have a body; 204 or 205 only if there is nothing else. `2XX` matches any. */
function statusOf(good: readonly string[]): number | undefined {
  const usual = good.find((status) => !/^20[45]$/.test(status)) ?? good[0] ?? '';
  return /^2\d\d$/.test(usual) ? Number(usual) : undefined;
}

/** The first success answer with JSON. */
function readAnswer(reader: Reader, answers: readonly Place[]): Operation['answer'] {
  for (const answer of answers) {
    const contents = reader.entries(reader.child(answer, 'content'));
    const content = contents.find(([type]) => /[/+]json$/.test(plainType(type)))?.[1];
    const schema = content && reader.child(content, 'schema');
    if (schema === undefined || !isMapping(schema.value)) continue;
    return { schema, headers: reader.entries(reader.child(answer, 'headers')).map(([name]) => name.toLowerCase()) };
  }
  return undefined;
}

function readParameter(reader: Reader, place: Place): Parameter {
  const where = textAt(place, 'in') ?? '';
  const [content] = reader.entries(reader.child(place, 'content'));
  const style = textAt(place, 'style') ?? (where === 'query' || where === 'cookie' ? 'form' : 'simple');
  return {
    pointer: place.pointer,
    in: where,
    name: textAt(place, 'name') ?? '',
    required: reader.child(place, 'required').value === true,
    description: textAt(place, 'description'),
    schema: reader.child(content === undefined ? place : content[1], 'schema'),
    style,
    explode: isExploded(reader, place, style),
    isJson: content !== undefined,
    allowsReserved: reader.child(place, 'allowReserved').value === true,
  };
}

function isExploded(reader: Reader, place: Place, style: string): boolean {
  const { value } = reader.child(place, 'explode');
  return typeof value === 'boolean' ? value : style === 'form';
}

function readBody(reader: Reader, place: Place): Body | undefined {
  if (!isMapping(place.value)) return undefined;
  return {
    pointer: place.pointer,
    required: reader.child(place, 'required').value === true,
    description: textAt(place, 'description'),
    contents: reader.entries(reader.child(place, 'content')).map((entry) => readContent(reader, entry)),
  };
}

function readContent(reader: Reader, [type, content]: [string, Place]): Content {
  const encoding = reader.child(content, 'encoding');
  return {
    pointer: content.pointer,
    type: plainType(type),
    schema: reader.child(content, 'schema'),
    encodingOf(property) {
      const found = reader.child(encoding, property);
      const style = textAt(found, 'style');
      return {
        style,
        explode: isExploded(reader, found, style ?? 'form'),
        type: textAt(found, 'contentType'),
        headers: reader.child(found, 'headers'),
      };
    },
  };
}
