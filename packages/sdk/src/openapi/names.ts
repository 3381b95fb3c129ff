/** `getPetById`, `pets/get by id` → get-pet-by-id: a file name of at most `maxLength` characters. */
export function toFileName(text: string, maxLength = 64): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/['’]/g, '')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1-$2')
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1-$2')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const name = /^[a-z]/.test(words) ? words : words === '' ? '' : `n-${words}`;
  return name.slice(0, maxLength).replace(/-+$/, '');
}

/** `The Weather API (v2)` → weather: a connector's id from a document's title; empty if nothing is left. */
export function toConnectorId(title: string): string {
  const words = title.replaceAll(/['’]s?\b/g, '').toLowerCase();
  const telling = words.replaceAll(
    /\b(the|open ?api|api|rest|documentation|docs?|spec(ification)?|reference|swagger|v\d+)\b/g,
    ' ',
  );
  return toFileName(telling) || toFileName(words);
}

/** `filter[name]` → filter_name: a name that templates can use. */
export function toInputName(text: string, reserved: readonly string[]): string {
  const plain = text
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 56);
  const name = /^[A-Za-z]/.test(plain) ? plain : `value_${plain}`.replace(/_$/, '');
  return reserved.includes(name) ? `${name}_value` : name;
}

/** The name itself, or the first free one of name_2, name_3, … */
export function freeName(name: string, taken: (candidate: string) => boolean, sign: '-' | '_'): string {
  if (!taken(name)) return name;
  for (let number = 2; ; number++) {
    const candidate = `${name.slice(0, 60)}${sign}${number}`;
    if (!taken(candidate)) return candidate;
  }
}

/** `per_page` or `perPage` → Per page, for people. */
export function toLabel(name: string): string {
  const words = name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
