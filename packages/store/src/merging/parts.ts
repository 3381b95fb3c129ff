import { isDeepStrictEqual } from 'node:util';
import { definitionTypes, typeDefinitions } from '../collections/hidden-types.ts';
import { reservedFieldNames, type RecordDocument, type StoredValue } from '../collections/record-document.ts';

/**
 * What of a record is merged on its own, by name: each field of a record; of a report, dashboard, workflow or type, each
 * key of its JSON as `definition/<key>`, and each item of a list of named items as `definition/<key>/<item>`.
 */
export type Parts = Map<string, unknown>;

/** The whole record is in conflict: one side deleted it and the other one changed it. */
export const wholeRecord = '';

/** Whether the `definition` of records of a type is JSON. */
export const isDefinitionType = (type: string): boolean =>
  Object.hasOwn(definitionTypes, type) || type === typeDefinitions.name;

const system = new Set(['_id', ...reservedFieldNames]);
const orderOf = (list: string) => `${list}#order`;
/** Items of these lists in definitions have a name of their own under this key. */
const itemKeys: Record<string, string> = { fields: 'name', steps: 'id', tiles: 'id' };

/** Takes a record apart. */
export function partsOf(document: RecordDocument | null, isDefinition: boolean): Parts {
  const parts: Parts = new Map();
  for (const [name, value] of Object.entries(document ?? {})) {
    if (system.has(name)) continue;
    if (isDefinition && name === 'definition') addJson(parts, JSON.parse(String(value)));
    else parts.set(name, value);
  }
  return parts;
}

/** What a record has besides its fields. */
export function withoutFields(document: RecordDocument): Partial<RecordDocument> {
  return Object.fromEntries(Object.entries(document).filter(([name]) => system.has(name)));
}

function addJson(parts: Parts, definition: unknown): void {
  if (!isObject(definition)) return void parts.set('definition', definition);
  for (const [key, value] of Object.entries(definition)) {
    const name = `definition/${key}`;
    const items = namedItems(key, value);
    if (items === undefined) parts.set(name, value);
    else {
      parts.set(orderOf(name), [...items.keys()]);
      for (const [item, content] of items) parts.set(`${name}/${item}`, content);
    }
  }
}

/** The items of a list by their names; undefined if it is not a list of items with different names. */
function namedItems(key: string, value: unknown): Map<string, unknown> | undefined {
  const itemKey = Object.hasOwn(itemKeys, key) ? itemKeys[key]! : undefined;
  if (itemKey === undefined || !Array.isArray(value)) return undefined;
  const names = value.map((item) => (isObject(item) ? item[itemKey] : undefined));
  const isNamed =
    names.every((name): name is string => typeof name === 'string') && new Set(names).size === names.length;
  return isNamed ? new Map(names.map((name, index) => [name, value[index]])) : undefined;
}

/** Puts the fields of a record together again. */
export function fieldsFrom(parts: Parts, isDefinition: boolean): Record<string, StoredValue> {
  const fields: Record<string, unknown> = {};
  const definition: Record<string, unknown> = {};
  for (const [name, value] of parts) {
    if (!isDefinition || !name.startsWith('definition')) fields[name] = value;
    else if (name === 'definition') fields.definition = JSON.stringify(value);
    else if (name.endsWith('#order')) {
      const list = name.slice(0, -'#order'.length);
      const items = (value as string[]).flatMap((item) =>
        parts.has(`${list}/${item}`) ? [parts.get(`${list}/${item}`)] : [],
      );
      definition[list.slice('definition/'.length)] = items;
    } else if (!parts.has(orderOf(name.slice(0, name.lastIndexOf('/'))))) {
      definition[name.slice('definition/'.length)] = value;
    }
  }
  if (isDefinition && fields.definition === undefined) fields.definition = JSON.stringify(definition);
  return fields as Record<string, StoredValue>;
}

/** Whether two records have the same content. */
export function isSameContent(
  one: RecordDocument | null,
  other: RecordDocument | null,
  isDefinition: boolean,
): boolean {
  if ((one === null) !== (other === null)) return false;
  const [parts, others] = [partsOf(one, isDefinition), partsOf(other, isDefinition)];
  return parts.size === others.size && [...parts].every(([name, value]) => isDeepStrictEqual(value, others.get(name)));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
