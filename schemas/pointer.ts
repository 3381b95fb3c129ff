/** Writes a path as a JSON pointer in a URI fragment (RFC 6901 section 6): `['filter', 0, 'op']` is `#/filter/0/op`. */
export function toPointer(path: readonly (string | number)[]): string {
  return '#' + path.map((part) => '/' + encodePart(String(part))).join('');
}

/** Parses a JSON pointer, with or without the leading `#`, into its path. */
export function fromPointer(pointer: string): string[] {
  const text = pointer.startsWith('#') ? decodeURIComponent(pointer.slice(1)) : pointer;
  return text
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

// encodeURI throws on lone surrogates, which untrusted input may contain.
function encodePart(part: string): string {
  return encodeURI(part.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('#', '%23');
}
