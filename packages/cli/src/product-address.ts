import { Problem } from '@tallyhook/schemas';
import { defaultUrl } from './settings.ts';

/** Gives an address of the product as it was written. Throws Problem `invalid_usage` for what is none of the web. */
export function productAddress(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text;
  throw new Problem('invalid_usage', `"${text}" is no address: something like ${defaultUrl} was expected.`);
}
