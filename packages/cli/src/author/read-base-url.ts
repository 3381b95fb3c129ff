/**
 * Reads the base address of a service, without a slash at its end.
 * @throws Error if it is not one
 */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && `${url.origin}${url.pathname}` === url.href && !/[{}]|%7B/i.test(url.href);
  if (url?.protocol !== 'https:' || !isPlain)
    throw new Error(`"${text}" must be an address such as https://api.example.com/v1, without a query.`);
  return url.href.replace(/\/+$/, '');
}
