import type { Condition, ConnectorWebhook, Handshake, WebhookAnswer } from '@tallyhook/schemas';
import { isConstantCredential } from '../recording/constant-credentials.ts';
import { checkConstants, reportCredential } from './check-constants.ts';
import { checkConditions } from './check-condition.ts';
import { checkNeeded } from './check-needed.ts';
import { checkHeaders } from './check-request.ts';
import { checkSignedTexts, checkSigningKeys } from './check-signing-keys.ts';
import { checkSplitId, type PlacedTemplate } from './check-split-id.ts';
import { checkSubscription } from './check-subscription.ts';
import { noId, ownAddress } from '../runtime/read-delivery.ts';
import { checkSignature } from './check-signature.ts';
import { checkPath, checkStructure, checkTemplate, type CheckContext } from './context.ts';
import { accountRoots, eventRoots } from './roots.ts';
import type { JsonPath } from './source-file.ts';
import { textsIn } from './texts-in.ts';
import { defaultFilters } from '../templates/filters.ts';
import { compileTemplate, type TemplateOptions } from '../templates/template.ts';
import { any, objectOf, type Roots } from '../templates/shapes.ts';

/** Checks a webhook file beyond its schema. */
export function checkWebhook(outer: CheckContext, webhook: ConnectorWebhook): void {
  const context = withOneNoElement(outer);
  const delivery = eventRoots({ elements: [] });
  const roots = eventRoots({ elements: checkSplit(context, webhook.split) });
  checkBody(context, webhook);
  checkDelivered(context, ['match'], webhook.match ?? [], delivery);
  for (const [index, { method, when, answer }] of (webhook.handshake ?? []).entries()) {
    const delivery = eventRoots({ elements: [], hasBody: method === undefined || method === 'POST' });
    const open = { ...delivery, ...accountRoots(context.connector, { secrets: false }) };
    const keys = { ...delivery, ...accountRoots(context.connector, { secrets: true }) };
    checkDelivered(context, ['handshake', index, 'when'], when, delivery, keys);
    checkConfirm(context, ['handshake', index, 'confirm'], webhook.handshake![index]!.confirm, delivery);
    const options = { roots: open, keyRoots: keys, filters: handshakeFilters };
    checkAnswer(context, ['handshake', index, 'answer'], answer, options);
    for (const { path, text } of textsIn(answer, ['handshake', index, 'answer'])) {
      const { template } = compileTemplate(text, options);
      checkNeeded(context, path, text, { template, options, place: 'answer' });
    }
    checkSigningKeys(context, ['handshake', index, 'answer'], answer);
    checkSignedTexts(context, ['handshake', index], webhook.handshake![index]!);
  }
  for (const [index, { when, answer }] of (webhook.ignore ?? []).entries()) {
    checkDelivered(context, ['ignore', index, 'when'], when, delivery);
    if (answer !== undefined) checkAnswer(context, ['ignore', index, 'answer'], answer, { roots: delivery });
  }
  for (const [index, template] of [webhook.event].flat().entries()) {
    const place = typeof webhook.event === 'string' ? ['event'] : ['event', index];
    checkTemplate(context, place, template, { roots }, { isText: true });
  }
  checkMissingId(context, webhook);
  const ids =
    webhook.deliveryId === noId
      ? []
      : checkVarying(
          context,
          'deliveryId',
          webhook.deliveryId,
          roots,
          'constant_delivery_id',
          'every delivery would have the same id',
        );
  if (webhook.account === 'any') reportAny(context);
  const accounts =
    webhook.account === 'any' || webhook.account === ownAddress
      ? []
      : checkVarying(
          context,
          'account',
          webhook.account,
          roots,
          'constant_account',
          'every event would belong to the same account',
        );
  if (webhook.answer !== undefined) checkAnswer(context, ['answer'], webhook.answer, { roots: delivery });
  checkSignature(context, webhook);
  checkSubscription(context, webhook);
  if (webhook.split !== undefined) checkSplitId(context, webhook.split, { ids, accounts });
}

/** Reports a missing split once, at the first use of an element. */
function withOneNoElement(context: CheckContext): CheckContext {
  let isReported = false;
  const report: CheckContext['report'] = (path, finding) => {
    if (finding.cause === 'no_element' && isReported) return;
    isReported ||= finding.cause === 'no_element';
    context.report(path, finding);
  };
  return { ...context, report };
}

const known = ['method', 'headers', 'query', 'body', 'item'];

/** Checks what the body is split by. Returns the names of the elements. */
function checkSplit(context: CheckContext, split: ConnectorWebhook['split']): string[] | undefined {
  if (split === undefined) return undefined;
  const outermost = eventRoots({ elements: [] });
  if (typeof split === 'string') {
    checkPath(context, ['split'], split, outermost);
    return ['item'];
  }
  for (const [index, { path, as }] of split.entries()) {
    const before = split.slice(0, index).map((level) => level.as);
    // Each list is inside an element of the previous one, so the number of events is bounded by the body, not a
    // product.
    const roots = index === 0 ? outermost : { event: objectOf({ [before.at(-1)!]: any }) };
    checkPath(context, ['split', index, 'path'], path, roots);
    if (!known.includes(as) && !before.includes(as)) continue;
    const message = `"event.${as}" already has another meaning`;
    context.report(['split', index, 'as'], { code: 'reserved_name', message, hint: 'rename the element' });
  }
  return ['item', ...split.map(({ as }) => as)];
}

function checkBody(context: CheckContext, { body, formField }: ConnectorWebhook): void {
  if (body === undefined || formField === undefined) return;
  const message = 'with "body", every body is JSON or XML and has no form field';
  const hint = 'write either body or formField; without body, a body with a JSON type is read too';
  context.report(['formField'], { code: 'key_not_here', message, hint, atKey: true });
}

const handshakeFilters = [...defaultFilters, 'hmac_sha256'] as const;

/** Without ids, none can be missing. */
function checkMissingId(context: CheckContext, { deliveryId, missingId }: ConnectorWebhook): void {
  if (deliveryId === noId && missingId !== undefined) {
    const message = `with "deliveryId": "${noId}", no delivery has an id that could be missing`;
    context.report(['missingId'], { code: 'key_not_here', message, hint: 'leave it out', atKey: true });
  }
}

/** Checks the address of a confirmation, and that some host is allowed. */
function checkConfirm(context: CheckContext, path: JsonPath, confirm: Handshake['confirm'], roots: Roots): void {
  if (confirm === undefined) return;
  checkPath(context, [...path, 'url'], confirm.url, roots);
  const hosts = confirm.hosts ?? context.connector?.hosts.filter((host) => !host.includes('{{'));
  if (hosts === undefined || hosts.length > 0) return;
  const message = 'no host is allowed, so nothing could be confirmed';
  context.report(path, { code: 'missing_key', message, hint: 'add "hosts", such as ["*.example.com"]' });
}

function checkDelivered(
  context: CheckContext,
  path: JsonPath,
  conditions: Condition[],
  roots: Roots,
  secretRoots?: Roots,
): void {
  checkConditions(context, path, conditions, roots, secretRoots);
  for (const [index, condition] of conditions.entries()) {
    // A header that identifies a delivery may be a shared secret. In a body, the same name may mean anything.
    const name = /^event\.headers\.(?<name>.+)$/.exec(String(condition.path))?.groups?.['name'];
    for (const key of ['is', 'isNot'] as const)
      if (name !== undefined && isConstantCredential(name, condition[key]))
        reportCredential(context, [...path, index, key], { name, value: condition[key] });
  }
}

/** Reports constants, and returns the templates that can be read. */
function checkVarying(
  context: CheckContext,
  key: 'deliveryId' | 'account',
  templates: string | string[],
  roots: Roots,
  code: 'constant_delivery_id' | 'constant_account',
  message: string,
): PlacedTemplate[] {
  const list =
    typeof templates === 'string'
      ? [{ path: [key], text: templates }]
      : templates.map((text, index) => ({ path: [key, index], text }));
  return list.flatMap(({ path, text }) => {
    const template = checkTemplate(context, path, text, { roots }, { isText: true });
    if (template?.isConstant === true)
      context.report(path, { code, message, hint: 'use a value from the delivery, such as {{event.body.id}}' });
    return template === undefined ? [] : [{ path, template }];
  });
}

function reportAny(context: CheckContext): void {
  const hint = 'name the value of the delivery that identifies its account, if there is one';
  const message = 'every delivery goes to all linked accounts of all workspaces';
  context.report(['account'], { code: 'any_account', message, hint, severity: 'warning' });
}

function checkAnswer(
  context: CheckContext,
  path: JsonPath,
  answer: WebhookAnswer,
  options: TemplateOptions & { roots: Roots },
): void {
  if (answer.text !== undefined && answer.json !== undefined) {
    context.report(path, {
      code: 'too_many',
      message: 'an answer can have only one body',
      hint: 'write either text or json',
    });
  }
  const { status = 200 } = answer;
  for (const key of ['text', 'json'] as const) {
    if (answer[key] === undefined || (status !== 204 && status !== 205)) continue;
    const message = `an answer with status ${status} cannot have a body`;
    context.report([...path, key], {
      code: 'body_not_here',
      message,
      hint: 'leave it out, or answer 200',
      atKey: true,
    });
  }
  checkHeaders({ ...context, connector: undefined }, [...path, 'headers'], answer.headers, options.roots);
  checkTemplate(context, [...path, 'text'], answer.text, options, { isText: true });
  checkStructure(context, [...path, 'json'], answer.json, options);
  for (const key of ['text', 'json'] as const) checkConstants(context, [...path, key], answer[key]);
}
