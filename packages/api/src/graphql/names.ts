/** Hands out names of one namespace: one that is taken gets an underscore. What is claimed first keeps its name. */
export function createNames(taken: readonly string[] = []): (wanted: string) => string {
  const used = new Set(taken);
  return (wanted) => {
    let name = wanted;
    while (used.has(name)) name += '_';
    used.add(name);
    return name;
  };
}

/** `ticket` as the name of a GraphQL type: `Ticket`. */
export function typeNameOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const irregular: Record<string, string> = { person: 'people', child: 'children', man: 'men', woman: 'women' };

/** `ticket` as the name of a list: `tickets`. It comes from the name, not from the label, which people may change. */
export function pluralOf(name: string): string {
  if (Object.hasOwn(irregular, name)) return irregular[name]!;
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
