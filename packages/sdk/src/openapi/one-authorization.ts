import type { ApiDocument, SecurityScheme } from './model.ts';

/**
 * Splits schemes that are required together but set the same header into alternatives: a request carries the header
 * once, so a document that asks for a password and a token in `Authorization` means either.
 */
export function withOneAuthorization(api: ApiDocument): ApiDocument {
  const headers = new Map(api.schemes.flatMap((scheme) => headerOf(scheme) ?? []));
  const operations = api.operations.map((operation) => {
    const sets = operation.security.flatMap((set) => alternatives(set, headers));
    return { ...operation, security: [...new Map(sets.map((set) => [set.join('\n'), set])).values()] };
  });
  return { ...api, operations };
}

/** All sets with one scheme per header. */
function alternatives(set: readonly string[], headers: ReadonlyMap<string, string>): string[][] {
  const byHeader = Map.groupBy(set, (name) => headers.get(name) ?? `no header, but ${name}`);
  return [...byHeader.values()].reduce<string[][]>(
    (ways, names) => ways.flatMap((way) => names.map((name) => [...way, name])),
    [[]],
  );
}

// Cookies are excluded: one header carries several.
function headerOf({ name, kind, in: place, parameter }: SecurityScheme): [name: string, header: string][] | undefined {
  if (['basic', 'bearer', 'oauth2', 'openIdConnect'].includes(kind)) return [[name, 'authorization']];
  return kind === 'apiKey' && place === 'header' && parameter !== undefined
    ? [[name, parameter.toLowerCase()]]
    : undefined;
}
