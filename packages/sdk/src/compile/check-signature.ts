import type { ConnectorWebhook } from '@tallyhook/schemas';
import { any, anyObject, headerNames, objectOf, type Roots, scalar } from '../templates/shapes.ts';
import { checkTemplate, type CheckContext } from './context.ts';
import { accountRoots } from './roots.ts';

/** Checks how deliveries are signed. */
export function checkSignature(context: CheckContext, { signature, subscribe }: ConnectorWebhook): void {
  if (signature === undefined) return;
  const { key, timestamp, signs = '{{rawBody}}' } = signature;
  const hook: Roots = subscribe === undefined ? {} : { hook: objectOf({ secret: scalar }) };
  const keys = { ...accountRoots(context.connector, { secrets: true }), ...hook };
  for (const [index, template] of [key].flat().entries()) {
    const path = typeof key === 'string' ? ['signature', 'key'] : ['signature', 'key', index];
    const compiled = checkTemplate(context, path, template, { roots: keys }, { isText: true });
    if (compiled?.isConstant !== true) continue;
    const message = 'everyone who may install the connector could sign with this key';
    context.report(path, { code: 'credential_in_package', message, hint: 'use a secret of the account' });
  }
  const event = objectOf({ method: scalar, headers: headerNames, query: anyObject });
  const roots = { rawBody: any, event, ...(timestamp !== undefined && { timestamp: scalar }) };
  const place = ['signature', 'signs'];
  const compiled = checkTemplate(context, place, signs, { roots, filters: [] }, { isText: true });
  const bodies = compiled?.paths.filter(({ segments: [root] }) => root?.name === 'rawBody') ?? [];
  const isOnce = bodies.length === 1 && bodies[0]!.segments.length === 1 && !signs.includes('{{#');
  if (compiled === undefined || isOnce) return;
  const message = 'the signed text needs the body of the delivery, once';
  context.report(place, {
    code: 'slot_syntax',
    message,
    hint: 'write it as {{rawBody}}, such as "{{timestamp}}.{{rawBody}}"',
  });
}
