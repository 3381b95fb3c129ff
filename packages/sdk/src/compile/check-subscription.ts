import type { ConnectorWebhook } from '@tallyhook/schemas';
import { objectOf, type Roots, scalar } from '../templates/shapes.ts';
import { checkInput } from './check-input.ts';
import { checkKept } from './check-kept.ts';
import { checkRequest } from './check-request.ts';
import type { CheckContext } from './context.ts';
import { accountRoots, inputRoots, responseRoots } from './roots.ts';

const hook: Roots = { hook: objectOf({ url: scalar, secret: scalar }) };

/** Checks how a webhook tells the other service where its deliveries go, and how it takes that back. */
export function checkSubscription(context: CheckContext, { subscribe, unsubscribe }: ConnectorWebhook): void {
  const open = accountRoots(context.connector, { secrets: false });
  const withSecrets = accountRoots(context.connector, { secrets: true });
  if (subscribe !== undefined) {
    const { input, request, keep } = subscribe;
    const inputs = input === undefined ? {} : inputRoots(input);
    if (input !== undefined) checkInput(inside(context), input, { reserved: ['hook', 'subscription'] });
    const roots = { open: { ...inputs, ...open, ...hook }, withSecrets: { ...inputs, ...withSecrets, ...hook } };
    const templates = checkRequest(context, ['subscribe', 'request'], request, roots);
    checkKept(context, ['subscribe', 'keep'], keep, { ...roots.open, ...responseRoots });
    if (!templates.some(({ text }) => text.includes('hook.url'))) warnOfAddress(context);
    if (unsubscribe === undefined) warnOfRest(context);
  }
  if (unsubscribe === undefined) return;
  if (subscribe === undefined) {
    const message = 'nothing can be taken away that was not set up';
    const hint = 'add subscribe, or leave unsubscribe out';
    context.report(['unsubscribe'], { code: 'key_not_here', message, hint, atKey: true });
  }
  const kept = Object.keys(subscribe?.keep ?? {}).map((name) => [name, scalar] as const);
  const subscription: Roots = { subscription: objectOf(Object.fromEntries(kept)) };
  checkRequest(context, ['unsubscribe'], unsubscribe, {
    open: { ...open, ...hook, ...subscription },
    withSecrets: { ...withSecrets, ...hook, ...subscription },
  });
}

/** Reports the input of a subscription where it stands. */
function inside(context: CheckContext): CheckContext {
  return { ...context, report: (path, finding) => context.report(['subscribe', ...path], finding) };
}

function warnOfAddress(context: CheckContext): void {
  const message = 'the request does not say where the deliveries go';
  const hint = 'write {{hook.url}} where the service wants the address';
  const finding = { code: 'unused_hook_url', message, hint, severity: 'warning', atKey: true } as const;
  context.report(['subscribe', 'request'], finding);
}

function warnOfRest(context: CheckContext): void {
  const message = 'without unsubscribe the service goes on sending when nobody listens any more';
  const finding = {
    code: 'no_unsubscribe',
    message,
    hint: 'add unsubscribe',
    severity: 'warning',
    atKey: true,
  } as const;
  context.report(['subscribe'], finding);
}
