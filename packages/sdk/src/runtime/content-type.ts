/** How the header that says the type of a body is spelt, where it is among these. */
export function contentTypeKey(headers: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return Object.keys(headers ?? {}).find((name) => name.toLowerCase() === 'content-type');
}

/** The type that headers say. */
export function contentTypeOf<Value>(headers: Readonly<Record<string, Value>> | undefined): Value | undefined {
  const key = contentTypeKey(headers);
  return key === undefined ? undefined : headers?.[key];
}

/** Whether a type is that of several parts. */
export function isMultipart(type: string | undefined): boolean {
  return /^multipart\//i.test(type ?? '');
}
