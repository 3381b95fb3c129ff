/** Hands out unique names in one namespace. The first claim keeps the plain name; later ones get an underscore. */
export function createNames(taken: readonly string[] = []): (wanted: string) => string {
  const used = new Set(taken);
  return (wanted) => {
    let name = wanted;
    while (used.has(name)) name += '_';
    used.add(name);
    return name;
  };
}

/** Turns `ticket` into the GraphQL type name `Ticket`. */
export function typeNameOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const irregular: Record<string, string> = { person: 'people', child: 'children', man: 'men', woman: 'women' };

/** Turns `ticket` into the list name `tickets`. Uses the name, not the label, because people may change the label. */
export function pluralOf(name: string): string {
  if (Object.hasOwn(irregular, name)) return irregular[name]!;
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
