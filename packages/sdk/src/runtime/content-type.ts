/** The Content-Type header as spelt in these headers, if present. */
export function contentTypeKey(headers: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return Object.keys(headers ?? {}).find((name) => name.toLowerCase() === 'content-type');
}

/** The value of the Content-Type header. */
export function contentTypeOf<Value>(headers: Readonly<Record<string, Value>> | undefined): Value | undefined {
  const key = contentTypeKey(headers);
  return key === undefined ? undefined : headers?.[key];
}

/** Whether a content type is multipart. */
export function isMultipart(type: string | undefined): boolean {
  return /^multipart\//i.test(type ?? '');
}
