import { isEachKey, isElseKey, readEachKey, textOfEach } from '../runtime/json-body.ts';
import { findSecondJson } from '../templates/double-encoding.ts';
import { insideOf, lookUp, type Roots } from '../templates/shapes.ts';
import { compileTemplate, type Template } from '../templates/template.ts';
import { checkTemplate, type CheckContext, findingOf } from './context.ts';
import type { JsonPath } from './source-file.ts';
import { textsIn } from './texts-in.ts';

/** Checks the structure of a JSON body: its texts, its lists made with `#each`, and what is sent instead of nothing. */
export function checkJsonBody(context: CheckContext, path: JsonPath, value: unknown, roots: Roots): Template[] {
  if (typeof value === 'string') {
    const template = checkTemplate(context, path, value, { roots });
    for (const problem of findSecondJson(value, roots)) context.report(path, findingOf(problem));
    return template === undefined ? [] : [template];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((child, index) => checkJsonBody(context, [...path, index], child, roots));
  const each = Object.keys(value).find(isEachKey);
  return Object.entries(value).flatMap(([key, child]) => {
    const place = [...path, key];
    if (key === each) return checkEach(context, place, { key, child, roots });
    if (isElseKey(key)) checkElse(context, place, { ...value });
    else if (each !== undefined) reportBeside(context, place);
    else if (key.includes('{{')) reportTemplate(context, place);
    return checkJsonBody(context, place, child, roots);
  });
}

function checkEach(
  context: CheckContext,
  place: JsonPath,
  { key, child, roots }: { key: string; child: unknown; roots: Roots },
): Template[] {
  const { template, problems } = compileTemplate(textOfEach(key), { roots });
  for (const problem of problems) context.report(place, { ...findingOf(problem), atKey: true });
  if (template === undefined) return [];
  const node = readEachKey(key);
  const inside = insideOf(node, { roots }, lookUp(node.path, roots).shape).roots!;
  return [template, ...checkJsonBody(context, place, child, inside)];
}

/** Reports what can never be sent, because the object always has something else. */
function checkElse(context: CheckContext, place: JsonPath, value: Record<string, unknown>): void {
  const others = Object.entries(value).filter(([key]) => !isElseKey(key));
  const isNeverEmpty = others.some(
    ([key, child]) => !isEachKey(key) && textsIn(child).every(({ text }) => !text.includes('{{')),
  );
  if (!isNeverEmpty) return;
  const message = 'this object always has a value, so {{else}} has no effect';
  context.report(place, { code: 'key_not_here', message, hint: 'leave it out', atKey: true });
}

function reportBeside(context: CheckContext, place: JsonPath): void {
  const message = 'an object with #each becomes a list, so it has no other values';
  const hint = 'move this into the element, or to the object around it; only {{else}} may stand here';
  context.report(place, { code: 'key_not_here', message, hint, atKey: true });
}

function reportTemplate(context: CheckContext, place: JsonPath): void {
  const hint =
    'a key may be {{#each LIST as |item|}} or {{else}}; for other keys, write the whole body as "text", with a Content-Type header';
  context.report(place, { code: 'template_in_key', message: 'a key cannot be a template', hint, atKey: true });
}
