import type { ConnectorWebhook } from '@tallyhook/schemas';
import { splitLevels } from '../runtime/split-event.ts';
import type { Template } from '../templates/template.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** A template and where in its file it stands. */
export interface PlacedTemplate {
  path: JsonPath;
  template: Template;
}

/**
 * Tells where the elements of one delivery would all have the same id: only the first of them would start something.
 * What tells events apart is their id together with their account.
 */
export function checkSplitId(
  context: CheckContext,
  split: NonNullable<ConnectorWebhook['split']>,
  { ids, accounts }: { ids: readonly PlacedTemplate[]; accounts: readonly PlacedTemplate[] },
): void {
  const names = splitLevels(split).map(({ as }) => as);
  // What the elements are called has to be known.
  if (names.length === 0 || names.some((name) => typeof name !== 'string')) return;
  const innermost = ['item', names.at(-1)!];
  // Each element may be an account; where they only name theirs, several of them may be of one.
  if (accounts.some(({ template }) => parts(template, innermost).includes(2))) return;
  const namesOwnAccount = accounts.some(({ template }) => parts(template, innermost).length > 0);
  const severity = namesOwnAccount ? 'warning' : 'error';
  const same = namesOwnAccount ? 'all events of one account in a delivery' : 'all events of a delivery';
  const report = (path: JsonPath, element: string, { text }: Template): void => {
    const message = `no value of "event.${element}" stands in it: ${same} would be the same one`;
    const hint = `add what tells the elements apart, such as ${text}-{{event.${element}.id}}, or the whole element: ${text}-{{event.${element}|json}}`;
    context.report(path, { code: 'constant_delivery_id', message, hint, severity, mayFollow: true });
  };
  const varying = ids.filter(({ template }) => !template.isConstant);
  const without = varying.filter(({ template }) => parts(template, ['item', ...names]).length === 0);
  for (const { path, template } of without) report(path, names.at(-1)!, template);
  // An element without the innermost list is an event itself, and may have an id of fewer parts: the last of several.
  const [first] = varying;
  const isToldAlready = without.length > 0 || first === undefined;
  if (!isToldAlready && varying.every(({ template }) => parts(template, innermost).length === 0))
    report(first.path, names.at(-1)!, first.template);
}

/** How many names each path has that begins with one of these elements. */
function parts({ paths }: Template, elements: readonly string[]): number[] {
  return paths.flatMap(({ segments: [root, element, ...rest] }) =>
    root?.name === 'event' && element !== undefined && elements.includes(element.name) ? [rest.length + 2] : [],
  );
}
