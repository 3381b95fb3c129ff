import type { Condition, ConnectorWebhook, WebhookAnswer } from '@tallyhook/schemas';
import { checkHeaders } from './check-request.ts';
import { checkSubscription } from './check-subscription.ts';
import {
  checkJsonText,
  checkPath,
  checkStructure,
  checkTemplate,
  contentTypeOf,
  isJsonType,
  type CheckContext,
} from './context.ts';
import { accountRoots, eventRoots } from './roots.ts';
import type { JsonPath } from './source-file.ts';
import type { TemplateOptions } from '../templates/template.ts';
import type { Roots } from '../templates/shapes.ts';

/** Checks the file of a webhook beyond its schema. */
export function checkWebhook(context: CheckContext, webhook: ConnectorWebhook): void {
  const delivery = eventRoots({ split: false });
  const roots = eventRoots({ split: webhook.split !== undefined });
  for (const [index, { when, answer }] of (webhook.handshake ?? []).entries()) {
    const open = { ...delivery, ...accountRoots(context.connector, { secrets: false }) };
    const keys = { ...delivery, ...accountRoots(context.connector, { secrets: true }) };
    checkConditions(context, ['handshake', index, 'when'], when, delivery);
    checkAnswer(context, ['handshake', index, 'answer'], answer, {
      roots: open,
      keyRoots: keys,
      filters: handshakeFilters,
    });
  }
  for (const [index, { when, answer }] of (webhook.ignore ?? []).entries()) {
    checkConditions(context, ['ignore', index, 'when'], when, delivery);
    if (answer !== undefined) checkAnswer(context, ['ignore', index, 'answer'], answer, { roots: delivery });
  }
  if (webhook.split !== undefined) checkPath(context, ['split'], webhook.split, delivery);
  checkTemplate(context, ['event'], webhook.event, { roots });
  checkVarying(
    context,
    'deliveryId',
    webhook.deliveryId,
    roots,
    'constant_delivery_id',
    'every delivery would be the same one',
  );
  if (webhook.account === 'any') reportAny(context);
  else
    checkVarying(
      context,
      'account',
      webhook.account,
      roots,
      'constant_account',
      'every event would belong to the same account',
    );
  if (webhook.answer !== undefined) checkAnswer(context, ['answer'], webhook.answer, { roots: delivery });
  checkSubscription(context, webhook);
}

const handshakeFilters = ['json', 'url', 'asciijson', 'base64', 'hmac_sha256'] as const;

function checkConditions(context: CheckContext, path: JsonPath, conditions: Condition[], roots: Roots): void {
  for (const [index, condition] of conditions.entries())
    checkPath(context, [...path, index, 'path'], condition.path, roots);
}

function checkVarying(
  context: CheckContext,
  key: 'deliveryId' | 'account',
  templates: string | string[],
  roots: Roots,
  code: 'constant_delivery_id' | 'constant_account',
  message: string,
): void {
  const list =
    typeof templates === 'string'
      ? [{ path: [key], text: templates }]
      : templates.map((text, index) => ({ path: [key, index], text }));
  for (const { path, text } of list) {
    if (checkTemplate(context, path, text, { roots })?.isConstant !== true) continue;
    context.report(path, { code, message, hint: 'use a value of the delivery, such as {{event.body.id}}' });
  }
}

function reportAny(context: CheckContext): void {
  const hint = 'name the value of the delivery that says which account it belongs to, if there is one';
  const message = 'every delivery goes to the linked accounts of everybody';
  context.report(['account'], { code: 'any_account', message, hint, severity: 'warning' });
}

function checkAnswer(
  context: CheckContext,
  path: JsonPath,
  answer: WebhookAnswer,
  options: TemplateOptions & { roots: Roots },
): void {
  if (answer.text !== undefined && answer.json !== undefined) {
    context.report(path, { code: 'too_many', message: 'an answer has one body', hint: 'write one of text and json' });
  }
  checkHeaders({ ...context, connector: undefined }, [...path, 'headers'], answer.headers, options.roots);
  if (answer.text !== undefined) {
    const template = checkTemplate(context, [...path, 'text'], answer.text, options);
    if (template !== undefined && isJsonType(contentTypeOf(answer.headers)))
      checkJsonText(context, [...path, 'text'], answer.text);
  }
  checkStructure(context, [...path, 'json'], answer.json, options);
}
