import type { ApiDocument, SecurityScheme } from './model.ts';

/**
 * Makes ways of which one is enough out of schemes that are asked together and would set the same header: a request
 * carries one, so a document that asks for a password and a token in `Authorization` means either.
 */
export function withOneAuthorization(api: ApiDocument): ApiDocument {
  const headers = new Map(api.schemes.flatMap((scheme) => headerOf(scheme) ?? []));
  const operations = api.operations.map((operation) => {
    const sets = operation.security.flatMap((set) => alternatives(set, headers));
    return { ...operation, security: [...new Map(sets.map((set) => [set.join('\n'), set])).values()] };
  });
  return { ...api, operations };
}

/** The sets that hold one scheme for each header. */
function alternatives(set: readonly string[], headers: ReadonlyMap<string, string>): string[][] {
  const byHeader = Map.groupBy(set, (name) => headers.get(name) ?? `no header, but ${name}`);
  return [...byHeader.values()].reduce<string[][]>(
    (ways, names) => ways.flatMap((way) => names.map((name) => [...way, name])),
    [[]],
  );
}

// Of cookies a header carries several.
function headerOf({ name, kind, in: place, parameter }: SecurityScheme): [name: string, header: string][] | undefined {
  if (['basic', 'bearer', 'oauth2', 'openIdConnect'].includes(kind)) return [[name, 'authorization']];
  return kind === 'apiKey' && place === 'header' && parameter !== undefined
    ? [[name, parameter.toLowerCase()]]
    : undefined;
}
