import { fromPointer, toPointer } from '@tallyhook/schemas';

/** A part of a document and its place. A reference resolves to the place it names. */
export interface Place {
  value: unknown;
  pointer: string;
}

/** Reads a document part by part and follows references. */
export interface Reader {
  root: Place;
  /** The part below a place; its value is undefined if there is nothing. */
  child(place: Place, ...keys: (string | number)[]): Place;
  /** The entries of a mapping, by name. */
  entries(place: Place): [string, Place][];
  /** The items of a list. */
  items(place: Place): Place[];
}

/** Called for a reference that cannot be resolved. */
export type OnBroken = (pointer: string, reason: string) => void;

/** Creates a document's reader. It does not follow references into other files. */
export function createReader(document: unknown, onBroken: OnBroken): Reader {
  const root: Place = { value: document, pointer: '#' };
  const follow = (place: Place, visited: readonly string[] = []): Place => {
    const { value, pointer } = place;
    if (!isMapping(value) || typeof value['$ref'] !== 'string') return place;
    const { $ref, ...others } = value;
    const broken = (reason: string): Place => {
      onBroken(pointer, reason);
      return { value: undefined, pointer };
    };
    if (!$ref.startsWith('#')) {
      return broken(`"${$ref}" is in another file; bundle the document into one file first`);
    }
    if (visited.includes($ref)) return broken(`"${$ref}" refers to itself`);
    const target = find(root, $ref);
    if (target === undefined) return broken(`there is nothing at "${$ref}"`);
    const found = follow(target, [...visited, $ref]);
    // Since 3.1 a reference may have other keys, which override those of its target.
    return isMapping(found.value) && Object.keys(others).length > 0
      ? { ...found, value: { ...found.value, ...others } }
      : found;
  };
  const below = (place: Place, key: string | number): Place =>
    follow({ value: own(place.value, key), pointer: place.pointer + toPointer([key]).slice(1) });
  return {
    root,
    child: (place, ...keys) => keys.reduce(below, place),
    entries: (place) =>
      isMapping(place.value)
        ? Object.keys(place.value)
            .map((key) => [key, below(place, key)] as const)
            .map(pair)
        : [],
    items: (place) => (Array.isArray(place.value) ? place.value.map((_, index) => below(place, index)) : []),
  };
}

const pair = ([key, place]: readonly [string, Place]): [string, Place] => [key, place];

function find(root: Place, reference: string): Place | undefined {
  let value = root.value;
  let path: string[];
  try {
    path = fromPointer(reference);
  } catch {
    return undefined;
  }
  for (const key of path) {
    // A reference may pass through another one.
    value = own(value, key);
    if (value === undefined) return undefined;
  }
  return { value, pointer: toPointer(path) };
}

function own(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string | number, unknown>)[key]
    : undefined;
}

/** Whether a value is an object and not a list. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text at a key of a place; undefined if blank or not a text. */
export function textAt({ value }: Place, key: string): string | undefined {
  const text = own(value, key);
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}
