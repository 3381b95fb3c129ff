/** A part of a template: text as it is, or the path of a value. */
export type TemplatePart = { text: string } | { path: string };

/** Splits a template at its values. Filters are left out of paths; blocks such as `{{#if …}}` stay text. */
export function splitTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (const match of template.matchAll(/\{\{\s*([^{}#/|\s]+)\s*(?:\|[^{}]*)?\}\}/g)) {
    if (match.index > at) parts.push({ text: template.slice(at, match.index) });
    parts.push({ path: match[1]! });
    at = match.index + match[0].length;
  }
  if (at < template.length) parts.push({ text: template.slice(at) });
  return parts;
}
