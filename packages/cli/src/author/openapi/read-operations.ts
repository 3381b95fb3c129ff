import type { Operation } from './model.ts';
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

/** What an operation asks to sign in with: its own words, else those of the document. */
export function readRequirements(reader: Reader, operation: Place): string[][] {
  const own = reader.child(operation, 'security');
  const asked = own.value === undefined ? reader.child(reader.root, 'security') : own;
  return reader.items(asked).map(({ value }) => (isMapping(value) ? Object.keys(value) : []));
}
