import { isMapping, type Place, type Reader } from './place.ts';

/** The merged properties of an object and all its parts. */
export interface ObjectSchema {
  properties: Map<string, Place>;
  required: string[];
  /** Whether only these properties are allowed. */
  isClosed: boolean;
  /** Schema of additional properties; undefined if the document does not say. */
  others: Place | undefined;
}

/** Reads an object that may consist of parts (`allOf`); read-only properties are left out. */
export function readObject(reader: Reader, place: Place): ObjectSchema {
  const found = collect(reader, place, new Set());
  return { ...found, required: [...new Set(found.required)].filter((name) => found.properties.has(name)) };
}

/** Reads each part once: parts that refer to the same others would double the work at every level. */
function collect(reader: Reader, place: Place, read: Set<string>): ObjectSchema {
  const found: ObjectSchema = { properties: new Map(), required: [], isClosed: false, others: undefined };
  if (!isMapping(place.value)) return found;
  const parts = read.has(place.pointer) ? [] : reader.items(reader.child(place, 'allOf'));
  read.add(place.pointer);
  for (const part of parts) {
    const inner = collect(reader, part, read);
    for (const [name, property] of inner.properties) found.properties.set(name, property);
    found.required.push(...inner.required);
    found.others ??= inner.others;
  }
  const isPart = 'allOf' in place.value;
  for (const [name, property] of reader.entries(reader.child(place, 'properties'))) {
    found.properties.set(name, property);
  }
  found.required.push(...namesAt(place.value['required']));
  for (const [name, property] of found.properties) {
    if (isMapping(property.value) && property.value['readOnly'] === true) found.properties.delete(name);
  }
  found.isClosed = !isPart && place.value['additionalProperties'] === false;
  const others = reader.child(place, 'additionalProperties');
  if (others.value === true || isMapping(others.value)) found.others = others;
  return found;
}

function namesAt(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
