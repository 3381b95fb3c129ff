import { accountNames } from '../sign-in/account-names.ts';
import { parseTemplate, type TemplateNode } from '../templates/parse.ts';
import type { Path } from '../templates/slot.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';
import { textsIn } from './texts-in.ts';

/** Warns of signatures whose key is a public value of the account: anyone could forge them. */
export function checkSigningKeys(context: CheckContext, start: JsonPath, value: unknown): void {
  if (context.connector === undefined) return;
  const open = accountNames(context.connector).filter(({ secret }) => !secret);
  for (const { path, text: template } of textsIn(value, start)) {
    for (const { segments, text, offset } of keysOf(parseTemplate(template).nodes)) {
      const [root, name] = segments.map((segment) => segment.name);
      if (root !== 'account' || !open.some((one) => one.name === name)) continue;
      const message = `the key of this signature, "${text}", is not secret`;
      const hint = 'sign with an account field that has "secret": true';
      context.report(path, { code: 'open_signing_key', message, hint, offset, severity: 'warning' });
    }
  }
}

function keysOf(nodes: readonly TemplateNode[]): Path[] {
  return nodes.flatMap((node): Path[] => {
    if (node.kind === 'value') return node.filters.flatMap(({ argument }) => argument ?? []);
    if (node.kind === 'if') return keysOf([...node.then, ...node.otherwise]);
    return node.kind === 'each' ? keysOf(node.body) : [];
  });
}
