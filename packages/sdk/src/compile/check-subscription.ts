import type { ConnectorWebhook } from '@tallyhook/schemas';
import { literal, objectOf, type Roots, scalar } from '../templates/shapes.ts';
import { nearestOf } from './check-given.ts';
import { checkInput } from './check-input.ts';
import { checkKept } from './check-kept.ts';
import { checkRequest, type RequestRoots } from './check-request.ts';
import { checkNeededScopes } from './check-scopes.ts';
import type { CheckContext } from './context.ts';
import { accountRoots, clientRoot, inputRoots, nowRoot, responseRoots } from './roots.ts';

/** Checks how a webhook subscribes at the service and how it unsubscribes. */
export function checkSubscription(context: CheckContext, { subscribe, renew, unsubscribe }: ConnectorWebhook): void {
  const hook = hookRoot(subscribe);
  if (subscribe !== undefined) {
    const { input, request, keep } = subscribe;
    const inputs = input === undefined ? {} : inputRoots(input);
    const reserved = ['hook', 'subscription', ...(hasClient(context) ? ['client'] : [])];
    if (input !== undefined) checkInput(inside(context), input, { reserved });
    const roots = rootsWith(context, { ...inputs, ...hook });
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
    checkNeededScopes(context, ['subscribe', 'scopes'], subscribe.scopes);
    if (unsubscribe === undefined) warnOfRest(context);
  }
  const names = Object.keys(subscribe?.keep ?? {}).map((name) => [name, scalar] as const);
  const subscription: Roots = { subscription: objectOf(Object.fromEntries(names)) };
  for (const key of ['renew', 'unsubscribe'] as const) {
    if (subscribe !== undefined || (key === 'renew' ? renew : unsubscribe) === undefined) continue;
    const message = `${key} has no effect without subscribe`;
    const hint = `add subscribe, or leave ${key} out`;
    context.report([key], { code: 'key_not_here', message, hint, atKey: true, mayFollow: true });
  }
  if (renew !== undefined) checkRenew(context, renew, { subscribe, roots: { ...subscription, ...hook } });
  if (unsubscribe === undefined) return;
  checkRequest(context, ['unsubscribe'], unsubscribe, rootsWith(context, { ...subscription, ...hookRoot(undefined) }));
}

function checkRenew(
  context: CheckContext,
  { request, keep }: NonNullable<ConnectorWebhook['renew']>,
  { subscribe, roots }: { subscribe: ConnectorWebhook['subscribe']; roots: Roots },
): void {
  checkRequest(context, ['renew', 'request'], request, rootsWith(context, roots));
  const open = accountRoots(context.connector, { secrets: false });
  checkKept(context, ['renew', 'keep'], keep, { ...open, ...roots, ...responseRoots });
  if (subscribe === undefined) return;
  const kept = Object.keys(subscribe.keep ?? {});
  if (!kept.includes('endsAt')) {
    const message = 'nothing says when to renew the subscription';
    const hint = 'add the moment when it ends to the kept values of subscribe: "endsAt": { "value": "…" }';
    context.report(['renew'], { code: 'key_not_here', message, hint, atKey: true });
  }
  for (const name of Object.keys(keep ?? {}).filter((one) => !kept.includes(one))) {
    const message = `subscribe keeps no "${name}"`;
    context.report(['renew', 'keep', name], { code: 'unknown_name', message, ...nearestOf(name, kept) });
  }
}

/** The name `hook`: what the service is given. */
function hookRoot(subscribe: ConnectorWebhook['subscribe']): Roots {
  const given: Roots = { url: scalar, secret: scalar };
  return {
    hook: objectOf(
      subscribe?.lastsSeconds === undefined
        ? given
        : { ...given, until: scalar, untilSeconds: literal, untilMilliseconds: literal },
    ),
  };
}

/**
 * The names available to the requests of a subscription, in addition to `own`. If the sign-in has a client, they may
 * use it: some services tie a subscription to the client and want its id and secret in the query or body.
 */
function rootsWith(context: CheckContext, own: Roots): RequestRoots {
  const { connector } = context;
  const open = { ...nowRoot, ...own, ...accountRoots(connector, { secrets: false }) };
  const withSecrets = { ...nowRoot, ...own, ...accountRoots(connector, { secrets: true }) };
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
