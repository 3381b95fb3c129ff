import { ActionError } from '../action-error.ts';
import { parseTemplate, type TemplateNode } from '../templates/parse.ts';
import { renderTemplate } from '../templates/render.ts';

type EachNode = Extract<TemplateNode, { kind: 'each' }>;

/** Whether a key makes its object a list: one element for each element of another list. */
export const isEachKey = (key: string): boolean => /^\{\{\s*#each\b/.test(key);

/** Whether a key holds the value to send if its object would otherwise be absent. */
export const isElseKey = (key: string): boolean => /^\{\{\s*else\s*\}\}$/.test(key);

/** The text whose syntax and names are those of a key with `#each`. */
export const textOfEach = (key: string): string => `${key}{{/each}}`;

/** What a checked key with `#each` says. */
export const readEachKey = (key: string): EachNode => parseTemplate(textOfEach(key)).nodes[0] as EachNode;

/**
 * Renders the structure of a JSON body. Leaves out what needs an absent value, and an object inside that has nothing
 * else: services take `{}` for a value. Returns undefined if nothing is left of the whole.
 * @throws ActionError.
 */
export function renderJsonBody(structure: unknown, values: object, place: string): unknown {
  if (typeof structure === 'string') return renderTemplate(structure, values, { place });
  if (Array.isArray(structure))
    return structure
      .map((child, index) => renderJsonBody(child, values, `${place}.${index}`))
      .filter((child) => child !== undefined);
  if (typeof structure !== 'object' || structure === null) return structure;
  const otherwise = Object.entries(structure).find(([key]) => isElseKey(key));
  const members = Object.entries(structure).filter(([key]) => !isElseKey(key));
  const each = members.find(([key]) => isEachKey(key));
  const rendered = each === undefined ? renderMembers(members, values, place) : renderEach(each, values, place);
  return rendered ?? (otherwise && renderJsonBody(otherwise[1], values, `${place}.${otherwise[0]}`));
}

function renderMembers(members: [string, unknown][], values: object, place: string): object | undefined {
  const rendered = members
    .map(([key, child]) => [key, renderJsonBody(child, values, `${place}.${key}`)] as const)
    .filter(([, child]) => child !== undefined);
  return rendered.length === 0 && members.length > 0 ? undefined : Object.fromEntries(rendered);
}

function renderEach([key, child]: [string, unknown], values: object, place: string): unknown[] | undefined {
  const { path, item, index } = readEachKey(key);
  const list = renderTemplate(`{{${path.text}}}`, values, { place }) ?? undefined;
  if (list === undefined) return undefined;
  if (!Array.isArray(list))
    throw new ActionError('invalid_input', `${place}: expected a list at "${path.text}", got ${typeof list}`);
  return list
    .map((element: unknown, at) => {
      const inside = { ...values, [item]: element, ...(index !== undefined && { [index]: at }) };
      return renderJsonBody(child, inside, `${place}.${at}`);
    })
    .filter((element) => element !== undefined);
}
