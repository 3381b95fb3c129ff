import type { ConnectorWebhook } from '@tallyhook/schemas';
import { splitLevels } from '../runtime/split-event.ts';
import type { Template } from '../templates/template.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** A template and its place in the file. */
export interface PlacedTemplate {
  path: JsonPath;
  template: Template;
}

/**
 * Reports a split in which all elements of a delivery would have the same id: only the first would start something.
 * Events are identified by their id and account together.
 */
export function checkSplitId(
  context: CheckContext,
  split: NonNullable<ConnectorWebhook['split']>,
  { ids, accounts }: { ids: readonly PlacedTemplate[]; accounts: readonly PlacedTemplate[] },
): void {
  const names = splitLevels(split).map(({ as }) => as);
  // The names of the elements must be known.
  if (names.length === 0 || names.some((name) => typeof name !== 'string')) return;
  const innermost = ['item', names.at(-1)!];
  // Each element may be an account. If elements only name their account, several may belong to one.
  if (accounts.some(({ template }) => parts(template, innermost).includes(2))) return;
  const namesOwnAccount = accounts.some(({ template }) => parts(template, innermost).length > 0);
  const severity = namesOwnAccount ? 'warning' : 'error';
  const same = namesOwnAccount ? 'all events of one account in a delivery' : 'all events of a delivery';
  const report = (path: JsonPath, element: string, { text }: Template): void => {
    const message = `the id has no value of "event.${element}", so ${same} would have the same id`;
    const hint = `add a value that tells the elements apart, such as ${text}-{{event.${element}.id}}, or the whole element: ${text}-{{event.${element}|json}}`;
    context.report(path, { code: 'constant_delivery_id', message, hint, severity, mayFollow: true });
  };
  const varying = ids.filter(({ template }) => !template.isConstant);
  const without = varying.filter(({ template }) => parts(template, ['item', ...names]).length === 0);
  for (const { path, template } of without) report(path, names.at(-1)!, template);
  // An element without the innermost list is itself an event, and its id may have fewer parts: the last of several
  // templates.
  const [first] = varying;
  const isReported = without.length > 0 || first === undefined;
  if (!isReported && varying.every(({ template }) => parts(template, innermost).length === 0))
    report(first.path, names.at(-1)!, first.template);
}

/** For each path that starts with one of these elements, the number of its names. */
function parts({ paths }: Template, elements: readonly string[]): number[] {
  return paths.flatMap(({ segments: [root, element, ...rest] }) =>
    root?.name === 'event' && element !== undefined && elements.includes(element.name) ? [rest.length + 2] : [],
  );
}
