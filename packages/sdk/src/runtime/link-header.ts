const link = /<([^>]*)>((?:\s*;\s*[^\s,;="<>]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]*))?)*)/g;
const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]*))/i;

/** Finds the address of a relation in the Link header (RFC 8288 section 3). */
export function nextLink(header: string | undefined, rel: string): string | undefined {
  for (const [, address, parameters] of (header ?? '').matchAll(link)) {
    const found = relation.exec(parameters ?? '');
    const names = (found?.[1] ?? found?.[2] ?? '').toLowerCase().split(/\s+/);
    if (names.includes(rel.toLowerCase()) && address !== '') return address;
  }
  return undefined;
}
