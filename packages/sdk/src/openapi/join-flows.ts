import type { ApiDocument, Operation, SecurityScheme } from './model.ts';

/**
 * Joins OAuth 2 schemes that are flows of one sign-in, as in Google's documents: a person approves at the same address.
 * The result has the name of the scheme with an authorization code, which can be declared, else of the first.
 * `nameOf` maps a scheme's name to its name afterwards.
 */
export function joinFlows(api: ApiDocument): { api: ApiDocument; nameOf: (scheme: string) => string } {
  const groups = Map.groupBy(api.schemes, (scheme) => agreesAt(scheme) ?? scheme);
  const joined = [...groups.values()].map((group) => ({ group, scheme: joinGroup(group) }));
  const names = new Map(joined.flatMap(({ group, scheme }) => group.map(({ name }) => [name, scheme.name] as const)));
  const nameOf = (name: string): string => names.get(name) ?? name;
  const operations = api.operations.map((operation) => ({ ...operation, ...requirementsOf(operation, nameOf) }));
  return { api: { ...api, schemes: joined.map(({ scheme }) => scheme), operations }, nameOf };
}

/** The address where a person approves; undefined if nobody has to. */
function agreesAt({ kind, flows = [] }: SecurityScheme): string | undefined {
  return kind === 'oauth2' ? flows.find(({ authorizeUrl }) => authorizeUrl !== undefined)?.authorizeUrl : undefined;
}

function joinGroup(group: readonly SecurityScheme[]): SecurityScheme {
  const withCode = group.find(({ flows = [] }) => flows.some(({ grant }) => grant === 'authorizationCode'));
  const named = withCode ?? group[0]!;
  const others = group.filter((scheme) => scheme !== named);
  return others.length === 0 ? named : { ...named, flows: [named, ...others].flatMap(({ flows = [] }) => flows) };
}

function requirementsOf({ security, scopes }: Operation, nameOf: (name: string) => string): Partial<Operation> {
  const joined = new Map<string, string[]>();
  for (const [name, own] of scopes)
    joined.set(nameOf(name), [...new Set([...(joined.get(nameOf(name)) ?? []), ...own])]);
  return { security: security.map((set) => [...new Set(set.map(nameOf))]), scopes: joined };
}
