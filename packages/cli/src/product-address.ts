import { Problem } from '@tallyhook/schemas';
import { defaultUrl } from './settings.ts';

/**
 * Returns the product's address unchanged.
 * @throws Problem `invalid_usage` if it is not a web address
 */
export function productAddress(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text;
  throw new Problem('invalid_usage', `"${text}" is not a web address. Use one like ${defaultUrl}.`);
}
