import { isEachKey } from '../runtime/json-body.ts';
import { isXmlName } from '../runtime/write-xml.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** Checks the names in an XML body. Its texts and lists are checked like those of a JSON body. */
export function checkXmlBody(context: CheckContext, path: JsonPath, xml: Record<string, unknown>): void {
  const root = Object.keys(xml)[0]!;
  const content = xml[root];
  if (/^[@#{]/.test(root) || Array.isArray(content) || (isObject(content) && Object.keys(content).some(isEachKey))) {
    const message = 'an XML body has exactly one element around everything';
    const hint = 'put the list into an element, such as "Parts": { "Part": { "{{#each …}}": { … } } }';
    context.report([...path, root], { code: 'wrong_format', message, hint, atKey: true });
  }
  checkNames(context, path, xml);
}

function checkNames(context: CheckContext, path: JsonPath, value: unknown): void {
  if (Array.isArray(value)) return value.forEach((child, index) => checkNames(context, [...path, index], child));
  if (!isObject(value)) return;
  for (const [key, child] of Object.entries(value)) {
    const place = [...path, key];
    // A template in another key is already reported.
    const isName = key === '#text' || key.includes('{{') || isXmlName(key.replace(/^@/, ''));
    if (!isName) {
      const message = `"${key}" cannot be the name of an element`;
      const hint = 'write an element such as "Part", an attribute such as "@id", or "#text"';
      context.report(place, { code: 'wrong_format', message, hint, atKey: true });
    } else if ((key.startsWith('@') || key === '#text') && typeof child === 'object') {
      const message = `"${key}" is one text`;
      context.report(place, { code: 'wrong_type', message, hint: 'write a text, a number, or true or false' });
    }
    checkNames(context, place, child);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
