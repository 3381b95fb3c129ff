import { asLatin } from '@tallyhook/schemas';

/**
 * The name of the same words that a connector, or a file of one, can have: `My_Conn` as `my-conn`. Undefined where
 * nothing is left of it.
 */
export function possibleName(given: string): string | undefined {
  const name = inLatin(given)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 64)
    .replace(/-+$/, '');
  return name === '' ? undefined : name;
}

/** The name of the same words that a field, an input or a kept value can have: `Shop name` as `Shop_name`. */
export function possibleField(given: string): string | undefined {
  const name = inLatin(given)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 64)
    .replace(/_+$/, '');
  return name === '' ? undefined : name;
}

/** Letters of another script are taken for Latin ones only where all of them look like these: `Почта` is no `o-a`. */
function inLatin(given: string): string {
  const latin = asLatin(given);
  return /[^\P{L}\p{Script=Latin}]/u.test(latin) ? given : latin;
}
