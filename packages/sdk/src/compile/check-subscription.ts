import type { ConnectorWebhook } from '@tallyhook/schemas';
import { objectOf, type Roots, scalar } from '../templates/shapes.ts';
import { checkInput } from './check-input.ts';
import { checkKept } from './check-kept.ts';
import { checkRequest, type RequestRoots } from './check-request.ts';
import type { CheckContext } from './context.ts';
import { accountRoots, clientRoot, inputRoots, responseRoots } from './roots.ts';

const hook: Roots = { hook: objectOf({ url: scalar, secret: scalar }) };

/** Checks how a webhook subscribes at the service and how it unsubscribes. */
export function checkSubscription(context: CheckContext, { subscribe, unsubscribe }: ConnectorWebhook): void {
  if (subscribe !== undefined) {
    const { input, request, keep } = subscribe;
    const inputs = input === undefined ? {} : inputRoots(input);
    const reserved = ['hook', 'subscription', ...(hasClient(context) ? ['client'] : [])];
    if (input !== undefined) checkInput(inside(context), input, { reserved });
    const roots = rootsWith(context, inputs);
    let mistakes = 0;
    const counting: CheckContext = {
      ...context,
      report: (path, finding) => {
        mistakes++;
        context.report(path, finding);
      },
    };
    const templates = checkRequest(counting, ['subscribe', 'request'], request, roots);
    const open = accountRoots(context.connector, { secrets: false });
    checkKept(context, ['subscribe', 'keep'], keep, { ...inputs, ...open, ...hook, ...responseRoots });
    // An unreadable template uses nothing.
    if (mistakes === 0 && !templates.some(({ text }) => text.includes('hook.url'))) warnOfAddress(context);
    if (unsubscribe === undefined) warnOfRest(context);
  }
  if (unsubscribe === undefined) return;
  if (subscribe === undefined) {
    const message = 'unsubscribe has no effect without subscribe';
    const hint = 'add subscribe, or leave unsubscribe out';
    context.report(['unsubscribe'], { code: 'key_not_here', message, hint, atKey: true, mayFollow: true });
  }
  const names = Object.keys(subscribe?.keep ?? {}).map((name) => [name, scalar] as const);
  const subscription: Roots = { subscription: objectOf(Object.fromEntries(names)) };
  checkRequest(context, ['unsubscribe'], unsubscribe, rootsWith(context, subscription));
}

/**
 * The names available to the requests of a subscription, in addition to `own`. If the sign-in has a client, they may
 * use it: some services tie a subscription to the client and want its id and secret in the query or body.
 */
function rootsWith(context: CheckContext, own: Roots): RequestRoots {
  const { connector } = context;
  const open = { ...own, ...accountRoots(connector, { secrets: false }), ...hook };
  const withSecrets = { ...own, ...accountRoots(connector, { secrets: true }), ...hook };
  if (!hasClient(context)) return { open, withSecrets };
  const client = clientRoot({ secrets: true });
  return {
    open: { ...open, ...clientRoot({ secrets: false }) },
    query: { ...open, ...client },
    withSecrets: { ...withSecrets, ...client },
  };
}

/** Whether the sign-in has a client, or this is unknown. */
function hasClient({ connector }: CheckContext): boolean {
  return connector === undefined || connector.signIn.kind === 'oauth2';
}

/** Reports the input of a subscription at its place in the file. */
function inside(context: CheckContext): CheckContext {
  return { ...context, report: (path, finding) => context.report(['subscribe', ...path], finding) };
}

function warnOfAddress(context: CheckContext): void {
  const message = 'the request does not say where the deliveries go';
  const hint = 'write {{hook.url}} where the service expects the address';
  const finding = { code: 'unused_hook_url', message, hint, severity: 'warning', atKey: true } as const;
  context.report(['subscribe', 'request'], finding);
}

function warnOfRest(context: CheckContext): void {
  const message = 'without unsubscribe, the service keeps sending deliveries that nobody uses';
  const finding = {
    code: 'no_unsubscribe',
    message,
    hint: 'add unsubscribe',
    severity: 'warning',
    atKey: true,
  } as const;
  context.report(['subscribe'], finding);
}
