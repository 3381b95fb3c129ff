import type { ApiDocument, Operation } from './model.ts';
import { isMapping, type Place, type Reader, textAt } from './place.ts';

/** An operation where it stands, with the parameters of its path. */
export interface OperationPlace {
  place: Place;
  pathItem: Place;
  /** In capitals. */
  method: string;
  path: string;
  parameters: Place[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Finds the operations of all paths, in the order of the document. */
export function readOperations(reader: Reader, read: (found: OperationPlace) => Operation): Operation[] {
  return reader.entries(reader.child(reader.root, 'paths')).flatMap(([path, pathItem]) =>
    reader
      .entries(pathItem)
      .filter(([key, { value }]) => methods.includes(key) && isMapping(value))
      .map(([key, place]) => {
        const parameters = parametersOf(reader, pathItem, place);
        return read({ place, pathItem, method: key.toUpperCase(), path, parameters });
      }),
  );
}

/** The parameters of the path, each replaced by that of the operation with the same name and place. */
function parametersOf(reader: Reader, pathItem: Place, operation: Place): Place[] {
  const listed = (place: Place): Place[] =>
    reader.items(reader.child(place, 'parameters')).filter(({ value }) => isMapping(value));
  const keyOf = (place: Place): string => `${textAt(place, 'in')} ${textAt(place, 'name')}`;
  const own = listed(operation);
  const replaced = new Set(own.map(keyOf));
  return [...listed(pathItem).filter((place) => !replaced.has(keyOf(place))), ...own];
}

/** What a document says about itself; the same in all versions of the format. */
export function readInfo(reader: Reader): Pick<ApiDocument, 'title' | 'version' | 'description'> {
  const info = reader.child(reader.root, 'info');
  return {
    title: textAt(info, 'title') ?? '',
    version: textAt(info, 'version'),
    description: textAt(info, 'description'),
  };
}

/** What an operation says in the same words in all versions of the format. */
export function readHead(
  reader: Reader,
  { place, method, path }: OperationPlace,
): Pick<
  Operation,
  'pointer' | 'id' | 'method' | 'path' | 'description' | 'deprecated' | 'security' | 'scopes' | 'isOpen' | 'status'
> {
  return {
    pointer: place.pointer,
    id: textAt(place, 'operationId'),
    method,
    path,
    description: textAt(place, 'description'),
    deprecated: reader.child(place, 'deprecated').value === true,
    ...readRequirements(reader, place),
    status: readStatus(reader, place),
  };
}

/** `Application/JSON; charset=utf-8` is application/json. */
export function plainType(type: string): string {
  return type.split(';')[0]!.trim().toLowerCase();
}

/** What an operation asks to sign in with: its own words, else those of the document. */
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

/** The first good answer that may have a body; 204 or 205 only where each is one of those. */
function readStatus(reader: Reader, operation: Place): number | undefined {
  const statuses = reader.entries(reader.child(operation, 'responses')).map(([status]) => status);
  const good = statuses.filter((status) => status.startsWith('2'));
  const usual = good.find((status) => !/^20[45]$/.test(status)) ?? good[0] ?? '';
  // `2XX` may be any.
  return /^2\d\d$/.test(usual) ? Number(usual) : undefined;
}

/** The good answer whose JSON is named first. */
export function readAnswer(reader: Reader, operation: Place, schemaOf: (answer: Place) => Place): Operation['answer'] {
  const answers = reader.entries(reader.child(operation, 'responses')).filter(([status]) => /^2/.test(status));
  for (const [, answer] of answers) {
    const schema = schemaOf(answer);
    const headers = reader.entries(reader.child(answer, 'headers')).map(([name]) => name.toLowerCase());
    if (isMapping(schema.value)) return { schema, headers };
  }
  return undefined;
}
