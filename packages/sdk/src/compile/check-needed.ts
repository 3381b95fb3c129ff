import { findAbsent } from '../templates/find-absent.ts';
import { lookUp } from '../templates/shapes.ts';
import type { Path } from '../templates/slot.ts';
import type { Template, TemplateOptions } from '../templates/template.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/**
 * Places that need all of their values, as the end of a sentence: where the run calls `renderText` or renders with
 * `complete`. Everywhere else, text with an absent value is left out.
 */
const places = {
  path: 'the path needs it',
  address: 'the address needs it',
  text: 'a body that is a single text needs it',
  json: 'a body that is a single text needs it',
  name: 'the name needs it',
  credential: 'the sign-in needs it',
  answer: 'the answer to a handshake needs it',
} as const;

export type NeededPlace = keyof typeof places;

/** Warns of values that may be absent in texts that need them. */
export function checkNeeded(
  context: CheckContext,
  path: JsonPath,
  written: string,
  { template, options, place }: { template: Template | undefined; options: TemplateOptions; place: NeededPlace },
): void {
  if (template === undefined) return;
  const code = place === 'path' || place === 'address' ? 'optional_in_path' : 'optional_needed';
  for (const { path: value, absence } of findAbsent(written, options)) {
    const { when = 'may be absent', remedy } = absence;
    const message = `"${value.text}" ${when}, and ${places[place]}`;
    const { way, warning } = otherwise(place, value, { template, options });
    const ways = [remedy, way].filter((part) => part !== undefined).join(', or ');
    const hint = [ways, warning].filter((part) => part !== undefined && part !== '').join('; ');
    const finding = { code, message, offset: value.offset, severity: 'warning' } as const;
    context.report(path, hint === '' ? finding : { ...finding, hint });
  }
}

/**
 * Suggests a way to allow absence. There is none for a credential or for a value that is the whole body: nothing would
 * be left to send. `#if` treats 0 and false as absent.
 */
function otherwise(
  place: NeededPlace,
  { text: name, ...path }: Path,
  { template: { isWhole }, options }: { template: Template; options: TemplateOptions },
): { way?: string; warning?: string } {
  if (place === 'credential' || (place === 'json' && isWhole)) return {};
  if (place === 'json') return { way: 'write the body as a JSON structure, which leaves out absent values' };
  const block = `{{#if ${name}}}…{{/if}}`;
  const { shape } = lookUp({ text: name, ...path }, options.roots ?? {});
  if (shape?.kind !== 'scalar' || shape.isLiteral !== true) return { way: `write it inside ${block}` };
  const warning = `${block} also leaves out 0 and false`;
  return place === 'text' ? { way: `write {{${name}|json}}, which is null if it is absent`, warning } : { warning };
}
