import type { Handshake } from '@tallyhook/schemas';
import { accountNames } from '../sign-in/account-names.ts';
import { signedPaths } from '../runtime/signed-texts.ts';
import { parseTemplate, type TemplateNode } from '../templates/parse.ts';
import { argumentsOf } from '../templates/shapes.ts';
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

/**
 * Refuses signatures of values whose shape `signs` does not declare: the sender of the request chooses them, and could
 * have a delivery of its own making signed.
 */
export function checkSignedTexts(context: CheckContext, start: JsonPath, handshake: Handshake): void {
  const shaped = (handshake.signs ?? []).map(({ path }) => path);
  for (const { path, text: template } of textsIn(handshake.answer, [...start, 'answer'])) {
    for (const { text, offset } of signedPaths(template)) {
      if (shaped.includes(text)) continue;
      const message = `the sender of the request chooses "${text}", and its signature would be valid for any text`;
      const example = `"signs": [{ "path": "${text}", "characters": "base64url", "minLength": 20, "maxLength": 64 }]`;
      context.report(path, { code: 'unshaped_signature', message, hint: `declare its shape: ${example}`, offset });
    }
  }
  for (const [index, { minLength, maxLength }] of (handshake.signs ?? []).entries()) {
    if (minLength <= maxLength) continue;
    const message = `minLength ${minLength} is more than maxLength ${maxLength}`;
    const hint = 'change one of them: no value can satisfy both';
    context.report([...start, 'signs', index, 'minLength'], { code: 'wrong_schema', message, hint });
  }
}

function keysOf(nodes: readonly TemplateNode[]): Path[] {
  return nodes.flatMap((node): Path[] => {
    if (node.kind === 'value') return argumentsOf(node).flatMap(({ path, isKey }) => (isKey ? [path] : []));
    if (node.kind === 'if') return keysOf([...node.then, ...node.otherwise]);
    return node.kind === 'each' ? keysOf(node.body) : [];
  });
}
