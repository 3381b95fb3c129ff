import { isMapping, type Place, type Reader } from './place.ts';

/** The properties of an object, those of all its parts together. */
export interface ObjectSchema {
  properties: Map<string, Place>;
  required: string[];
  /** Nothing but the properties may be there. */
  isClosed: boolean;
  /** Which values other keys may have; undefined where the document does not say. */
  others: Place | undefined;
}

/** Reads an object that may be put together from parts (`allOf`); what only answers hold is left out. */
export function readObject(reader: Reader, place: Place): ObjectSchema {
  const found = collect(reader, place, new Set());
  return { ...found, required: [...new Set(found.required)].filter((name) => found.properties.has(name)) };
}

/** The parts of a schema are read once: parts that name the same others would double them at each step. */
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
