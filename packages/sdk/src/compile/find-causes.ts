import { fromPointer, likeliest, type SchemaMistake, type Validator } from '@tallyhook/schemas';
import { isJsonObject } from '../json-object.ts';
import { partAt, withPart } from './json-part.ts';

/** A file as its schema sees it. */
export interface SchemaFindings {
  value: unknown;
  mistakes: SchemaMistake[];
}

/**
 * Puts one mistake in the place of those that have one cause: a wrong `kind`, a required key that is called otherwise, a
 * body without its kind. In the value a wrong kind is the right one. `hasOtherPlace` tells of an unknown key that it
 * belongs elsewhere.
 */
export function findCauses(
  validate: Validator,
  { value, mistakes }: SchemaFindings,
  hasOtherPlace: (mistake: SchemaMistake) => boolean,
): SchemaFindings {
  const kinds = findWrongKinds(validate, { value, mistakes });
  const named = findOtherNames(validate, kinds, hasOtherPlace);
  return { value: kinds.value, mistakes: findBareBodies(kinds.value, named) };
}

/** Where keys are missing and others unknown, and all would fit another kind, only the kind is wrong. */
function findWrongKinds(validate: Validator, { value, mistakes }: SchemaFindings): SchemaFindings {
  const wrong = missingIn(mistakes).flatMap(({ pointer = '#' }) => {
    const strangers = strangersIn(mistakes, pointer);
    const path = fromPointer(pointer);
    const object = partAt(value, path);
    if (strangers.length === 0 || !isJsonObject(object) || typeof object['kind'] !== 'string') return [];
    const withKind = (kind: string): unknown => withPart(value, path, { ...object, kind });
    const kinds = validate(withKind('')).find((mistake) => mistake.pointer === `${pointer}/kind`)?.allowed ?? [];
    const fitting = kinds.filter((kind) => isFreeAt(validate(withKind(String(kind))), pointer));
    return fitting.length === 1 ? [{ pointer, strangers, given: object['kind'], kind: String(fitting[0]) }] : [];
  })[0];
  if (wrong === undefined) return { value, mistakes };
  const { pointer, strangers, given, kind } = wrong;
  const meant = withPart(value, [...fromPointer(pointer), 'kind'], kind);
  const keys = strangers.map((stranger) => `"${keyOf(stranger)}"`).join(', ');
  const detail = `the kind "${given}" has no ${keys}; did you mean "${kind}"?`;
  const mistake: SchemaMistake = { pointer: `${pointer}/kind`, code: 'not_allowed', detail, suggestion: kind };
  const rest = findWrongKinds(validate, { value: meant, mistakes: validate(meant) });
  return { value: rest.value, mistakes: [mistake, ...rest.mistakes] };
}

/** Where one required key is missing, and one unknown key holds what would fit it, that key was meant. */
function findOtherNames(
  validate: Validator,
  { value, mistakes }: SchemaFindings,
  hasOtherPlace: (mistake: SchemaMistake) => boolean,
): SchemaMistake[] {
  return missingIn(mistakes).reduce((left, missing) => {
    const { pointer = '#', allowed = [] } = missing;
    const key = String(allowed[0]);
    if (missingIn(mistakes).filter((other) => other.pointer === pointer).length > 1) return left;
    const fitting = strangersIn(left, pointer).filter((stranger) => {
      if (hasOtherPlace(stranger)) return false;
      const path = fromPointer(pointer);
      const { [keyOf(stranger)]: given, ...others } = partAt(value, path) as Record<string, unknown>;
      const place = `${pointer}/${key}`;
      return !validate(withPart(value, path, { ...others, [key]: given })).some((other) => isWithin(other, place));
    });
    if (fitting.length !== 1) return left;
    const detail = `unknown key "${keyOf(fitting[0]!)}", and "${key}" is missing; did you mean "${key}"?`;
    return left.flatMap((mistake) => {
      if (mistake === missing) return [];
      return mistake === fitting[0] ? [{ ...mistake, detail, suggestion: key }] : [mistake];
    });
  }, mistakes);
}

const bodyKinds = ['json', 'text', 'form', 'multipart', 'none'];

/** Fields that stand in a body by themselves were meant as its JSON. */
function findBareBodies(value: unknown, mistakes: SchemaMistake[]): SchemaMistake[] {
  const bare = new Map<string, SchemaMistake[]>();
  for (const { pointer = '#' } of mistakes) {
    const body = pointer.slice(0, pointer.lastIndexOf('/'));
    const strangers = strangersIn(mistakes, body);
    const isBody = body.endsWith('/body') && bodyKinds.every((kind) => strangers[0]?.allowed?.includes(kind));
    if (isBody && Object.keys(partAt(value, fromPointer(body)) as object).length === strangers.length)
      bare.set(body, strangers);
  }
  const later = [...bare.values()].flatMap((strangers) => strangers.slice(1));
  return mistakes.flatMap((mistake) => {
    if (later.includes(mistake)) return [];
    const strangers = [...bare.values()].find(([first]) => first === mistake);
    if (strangers === undefined) return [mistake];
    const body = fromPointer(mistake.pointer ?? '#').slice(0, -1);
    const detail = `unknown key "${keyOf(mistake)}" in a body; did you mean ${meantBody(partAt(value, body))}?`;
    return [{ ...mistake, detail }];
  });
}

/** The body that was meant: other formats write `{ "type": "json", "data": … }`. */
function meantBody(body: unknown): string {
  const entries = Object.entries(body as object);
  const kind = entries.find(([key]) => key === 'type' || key === 'kind' || key === 'mode')?.[1] as unknown;
  const named = typeof kind === 'string' ? likeliest(kind, ['json', 'form', 'multipart']) : undefined;
  if (named !== undefined && entries.length === 2) return `"${named}": …`;
  return `"json": { ${entries.map(([key]) => `"${key}": …`).join(', ')} }`;
}

function missingIn(mistakes: readonly SchemaMistake[]): SchemaMistake[] {
  return mistakes.filter(({ code, allowed }) => code === 'missing_key' && allowed?.length === 1);
}

/** The keys of an object that are unknown and like no known one. */
function strangersIn(mistakes: readonly SchemaMistake[], object: string): SchemaMistake[] {
  return mistakes.filter(
    ({ code, pointer = '#', suggestion }) =>
      code === 'unknown_key' && suggestion === undefined && pointer.slice(0, pointer.lastIndexOf('/')) === object,
  );
}

/** Whether no key of an object is unknown or missing. */
function isFreeAt(mistakes: readonly SchemaMistake[], object: string): boolean {
  const isMissing = missingIn(mistakes).some(({ pointer }) => pointer === object);
  return !isMissing && strangersIn(mistakes, object).length === 0;
}

function isWithin({ pointer = '#' }: SchemaMistake, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

function keyOf({ pointer }: SchemaMistake): string {
  return fromPointer(pointer ?? '#').at(-1) ?? '';
}
