import type { ValueSchema } from '@tallyhook/schemas';
import { isMapping, type Place, type Reader, textAt } from './place.ts';
import { readObject } from './read-object.ts';

/** Context for the schemas of one operation: the document, and where to note losses. */
export interface SchemaContext {
  reader: Reader;
  room: SchemaRoom;
  /** Notes that a schema is treated more loosely than written. */
  loosen(pointer: string, reason: string): void;
}

/** How many more schemas an action may hold. */
export interface SchemaRoom {
  left: number;
}

/** Nobody maps more values by hand, and references are expanded at each use. */
const maxSchemas = 600;

/** The initial room of an action. */
export function createRoom(): SchemaRoom {
  return { left: maxSchemas };
}

type ValueType = NonNullable<ValueSchema['type']>;
type Scalar = string | number | boolean;

/** Deeper values may be anything: nobody fills them in by hand, and recursive schemas never end. */
const maxLevels = 8;
const maxDescription = 2000;
const knownFormats = ['date', 'date-time', 'email', 'uri', 'uuid'];

/** Converts a schema of the document to the subset of JSON Schema that describes inputs. */
export function toValueSchema(context: SchemaContext, place: Place): ValueSchema {
  return toValueSchemas(context, [place])[0]!;
}

/**
 * Converts related schemas together, level by level: if there is not enough room, the deepest parts stay open,
 * independent of their order.
 */
export function toValueSchemas(context: SchemaContext, places: readonly Place[]): ValueSchema[] {
  const waiting: (() => void)[] = [];
  const writing: Writing = {
    ...context,
    below(place, outer) {
      const written: ValueSchema = {};
      waiting.push(() => void Object.assign(written, writeSchema(writing, place, outer)));
      return written;
    },
  };
  const written = places.map((place) => writing.below(place, []));
  // The queue grows while it is processed.
  for (const write of waiting) write();
  return written;
}

interface Writing extends SchemaContext {
  /** Returns the schema for a nested place and queues its content. */
  below(place: Place, outer: readonly string[]): ValueSchema;
  /** Inside a union: the alternatives written so far, by their source. */
  ways?: Map<unknown, ValueSchema>;
}

function writeSchema(context: Writing, place: Place, outer: readonly string[]): ValueSchema {
  if (!isMapping(place.value)) return {};
  if (outer.includes(place.pointer))
    return loosened(context, place, 'the schema contains itself; any value is accepted below that');
  if (outer.length >= maxLevels && holdsOthers(place.value)) {
    return loosened(context, place, `any value is accepted below ${maxLevels} levels`);
  }
  const inner = [...outer, place.pointer];
  const written = { ...writeByType(context, place, inner), ...describe(place, context) };
  for (const keyword of ['pattern', 'not', 'if', 'patternProperties', 'contains']) {
    if (keyword in place.value) context.loosen(place.pointer, `${keyword} is not checked`);
  }
  return written;
}

function holdsOthers(schema: Record<string, unknown>): boolean {
  return ['properties', 'items', 'allOf', 'oneOf', 'anyOf'].some((keyword) => keyword in schema);
}

function loosened(context: Writing, { pointer }: Place, reason: string): ValueSchema {
  context.loosen(pointer, reason);
  return {};
}

function writeByType(context: Writing, place: Place, outer: readonly string[]): ValueSchema {
  const { reader } = context;
  const union = unionOf(reader, place);
  if (union !== undefined) return writeUnion(context, place, union, outer);
  const type = typeOf(context, place);
  const choices = writeChoices(context, place, type);
  switch (type) {
    case 'string':
      return { type, ...choices, ...formatOf(place), ...whole(place, ['minLength', 'maxLength']) };
    case 'number':
    case 'integer':
      return { type, ...choices, ...numberLimits(place, type) };
    case 'boolean':
      return { type, ...choices };
    case 'array': {
      const items = reader.child(place, 'items');
      const limits = whole(place, ['minItems', 'maxItems']);
      if (!isMapping(items.value)) return { type, ...limits };
      if (!takeRoom(context, place, 1)) return { type, ...limits };
      return { type, items: context.below(items, outer), ...limits };
    }
    case 'object':
      return writeObject(context, place, outer);
    default:
      return choices;
  }
}

const types: readonly string[] = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

/** The declared type, or the one implied by other keywords. */
function typeOf(context: SchemaContext, place: Place, read: Set<string> = new Set()): ValueType | undefined {
  const value = place.value as Record<string, unknown>;
  const listed: unknown[] = Array.isArray(value['type']) ? value['type'] : [value['type']];
  const named = listed.filter((type) => type !== 'null');
  if (named.length > 0 && named.length < listed.length)
    context.loosen(place.pointer, 'null cannot be sent; missing values are left out');
  if (named.length === 1 && types.includes(named[0] as string)) return named[0] as ValueType;
  if (named.length === 2 && named.includes('integer') && named.includes('number')) return 'number';
  if (named.length > 1) {
    context.loosen(place.pointer, `any value is accepted instead of ${named.join(' or ')}`);
    return undefined;
  }
  if ('properties' in value || 'additionalProperties' in value || 'allOf' in value)
    return objectOrPart(context, place, read);
  if ('items' in value) return 'array';
  const values = Array.isArray(value['enum']) ? value['enum'].filter((entry) => entry !== null) : [value['const']];
  const [kind, ...others] = [...new Set(values.map((entry) => typeof entry))];
  return others.length === 0 && (kind === 'string' || kind === 'number' || kind === 'boolean') ? kind : undefined;
}

/** `allOf` mostly describes objects; a reference with just a description may be anything. */
function objectOrPart(context: SchemaContext, place: Place, read: Set<string>): ValueType | undefined {
  const parts = context.reader.items(context.reader.child(place, 'allOf'));
  if (parts.length === 0) return 'object';
  // Parts may refer to each other; visit each once.
  const unread = read.has(place.pointer) ? [] : parts;
  read.add(place.pointer);
  const kinds = new Set(unread.map((part) => (isMapping(part.value) ? typeOf(context, part, read) : undefined)));
  kinds.delete(undefined);
  const [kind, ...others] = kinds;
  if (others.length > 0) return undefined;
  return kind ?? ('properties' in (place.value as object) ? 'object' : undefined);
}

function writeObject(context: Writing, place: Place, outer: readonly string[]): ValueSchema {
  const { properties, required, isClosed } = readObject(context.reader, place);
  if (!takeRoom(context, place, Math.min(properties.size, 200))) return { type: 'object' };
  const written = Object.fromEntries(
    [...properties].slice(0, 200).map(([name, child]) => [name, context.below(child, outer)]),
  );
  if (properties.size > 200) {
    context.loosen(place.pointer, `only 200 of ${properties.size} properties are described`);
  }
  const names = required.filter((name) => Object.hasOwn(written, name)).slice(0, 200);
  return {
    type: 'object',
    ...(properties.size > 0 && { properties: written }),
    ...(names.length > 0 && { required: names }),
    ...(isClosed && properties.size > 0 && properties.size <= 200 && { additionalProperties: false }),
  };
}

/** Reserves room for nested schemas; if there is not enough, the outer schema stays open. */
function takeRoom(context: Writing, { pointer }: Place, count: number): boolean {
  if (count <= context.room.left) {
    context.room.left -= count;
    return true;
  }
  context.loosen(pointer, `an action describes at most ${maxSchemas} values; any value is accepted inside this one`);
  return false;
}

/** The alternatives of a value without null; undefined if there is no union. */
function unionOf(reader: Reader, place: Place): Place[] | undefined {
  const value = place.value as Record<string, unknown>;
  const keyword = 'oneOf' in value ? 'oneOf' : 'anyOf';
  // Next to `properties`, a union mostly says which of them belong together.
  if (!(keyword in value) || 'properties' in value) return undefined;
  const ways = reader.items(reader.child(place, keyword));
  return ways.filter(({ value: way }) => !(isMapping(way) && (way['type'] === 'null' || isOnlyNull(way['enum']))));
}

function isOnlyNull(values: unknown): boolean {
  return Array.isArray(values) && values.length > 0 && values.every((entry) => entry === null);
}

function writeUnion(context: Writing, place: Place, ways: Place[], outer: readonly string[]): ValueSchema {
  const [only, ...others] = ways;
  if (only === undefined) return {};
  if (others.length === 0) return writeSchema(context, only, outer);
  // A loss inside an alternative is noted for the union as a whole, and only the outermost level is needed.
  const known = context.ways ?? new Map<unknown, ValueSchema>();
  const silent: Writing = { ...context, loosen: () => undefined, room: createRoom(), below: () => ({}), ways: known };
  const written = ways.map((way) => {
    // Alternatives that are unions of the same others would double the work at each level.
    const once = known.get(way.value) ?? writeSchema(silent, way, outer);
    known.set(way.value, once);
    return once;
  });
  const kinds = new Set(written.map(({ type }) => type));
  if (kinds.size === 2 && kinds.has('integer') && kinds.has('number')) return { type: 'number' };
  const [type] = kinds;
  if (kinds.size === 1 && type !== undefined) {
    if (written.every((way) => way.enum !== undefined)) {
      return { type, enum: [...new Set(written.flatMap((way) => way.enum!))].slice(0, 1000) };
    }
    context.loosen(place.pointer, `any ${type} is accepted instead of one of ${ways.length} forms`);
    return { type };
  }
  context.loosen(place.pointer, `any value is accepted instead of one of ${ways.length} forms`);
  return {};
}

function writeChoices(context: SchemaContext, place: Place, type: ValueType | undefined): ValueSchema {
  const value = place.value as Record<string, unknown>;
  const listed = 'const' in value ? [value['const']] : value['enum'];
  if (!Array.isArray(listed) || type === 'array' || type === 'object') return {};
  const fits = (entry: unknown): entry is Scalar =>
    type === undefined
      ? ['string', 'number', 'boolean'].includes(typeof entry)
      : type === 'integer'
        ? Number.isInteger(entry)
        : typeof entry === type;
  const choices = [...new Set(listed.filter(fits))];
  const others = listed.filter((entry) => entry !== null && !fits(entry));
  if (others.length > 0 || choices.length > 1000) {
    context.loosen(
      place.pointer,
      others.length > 0 ? 'choices of another type are not checked' : 'more than 1000 choices are not checked',
    );
    return {};
  }
  return choices.length === 0 ? {} : { enum: choices };
}

function formatOf(place: Place): ValueSchema {
  const format = textAt(place, 'format');
  return format !== undefined && knownFormats.includes(format) ? { format: format as 'date' } : {};
}

/** Converts exclusive limits: integers move to the next number; other numbers include the limit. */
function numberLimits(place: Place, type: 'number' | 'integer'): ValueSchema {
  const value = place.value as Record<string, unknown>;
  const step = type === 'integer' ? 1 : 0;
  const minimum = limitOf(value['minimum'], value['exclusiveMinimum'], step);
  const maximum = limitOf(value['maximum'], value['exclusiveMaximum'], -step);
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

/** 64-bit limits, which many documents state, exceed the safe integers and exclude nothing. */
function limitOf(inclusive: unknown, exclusive: unknown, step: number): number | undefined {
  const isNext = typeof exclusive === 'number' && Number.isInteger(exclusive);
  const limit = isNext ? exclusive + step : (exclusive ?? inclusive);
  return typeof limit === 'number' && (Number.isSafeInteger(limit) || !Number.isInteger(limit)) ? limit : undefined;
}

/** Whole numbers from 0 at these keys. */
function whole(place: Place, keys: ('minLength' | 'maxLength' | 'minItems' | 'maxItems')[]): ValueSchema {
  const value = place.value as Record<string, unknown>;
  const entries = keys.filter((key) => Number.isInteger(value[key]) && (value[key] as number) >= 0);
  return Object.fromEntries(entries.map((key) => [key, value[key]]));
}

function describe(place: Place, context: SchemaContext): ValueSchema {
  const fallback = context.reader.child(place, 'default').value;
  const isShort = ['string', 'number', 'boolean'].includes(typeof fallback) && String(fallback).length <= 100;
  const text = [textAt(place, 'description'), isShort && fallback !== '' ? `Default: ${String(fallback)}.` : undefined];
  const description = text.filter((part) => part !== undefined).join(' ');
  return description === '' ? {} : { description: shorten(description, maxDescription) };
}

/** Shortens a text to at most `maxLength` characters and marks the cut. */
export function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
