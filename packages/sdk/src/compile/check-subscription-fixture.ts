import type { Kept, RenewFixture, SubscribeFixture, UnsubscribeFixture } from '@tallyhook/schemas';
import { keptSecrets } from '../sign-in/kept-values.ts';
import type { DeclaredInputs } from './check-file.ts';
import { checkKeys, checkValues } from './check-given.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** A test of a webhook's subscription. */
export type SubscriptionFixture = SubscribeFixture | RenewFixture | UnsubscribeFixture;

/** How a webhook subscribes and unsubscribes, as far as its fixtures depend on it. */
export interface DeclaredSubscription {
  /** The inputs of `subscribe` and their check; undefined without `subscribe`. */
  inputs: DeclaredInputs | undefined;
  keep: Kept;
  hasRenew: boolean;
  hasUnsubscribe: boolean;
}

/**
 * Checks what a fixture gives and expects of a subscription. An unknown webhook, or one with mistakes in its file, is
 * already reported.
 */
export function checkSubscriptionFixture(
  context: CheckContext,
  fixture: SubscriptionFixture,
  declared: DeclaredSubscription | undefined,
): void {
  const { kind, webhook } = fixture;
  if (declared === undefined) return;
  const isThere = {
    subscribe: declared.inputs !== undefined,
    renew: declared.hasRenew,
    unsubscribe: declared.hasUnsubscribe,
  }[kind];
  if (!isThere) {
    const message = `the webhook "${webhook}" has no "${kind}"`;
    const hint = `add "${kind}" to webhooks/${webhook}.json, or delete this fixture`;
    context.report(['webhook'], { code: 'unknown_name', message, hint });
    return;
  }
  const owner = `the webhook "${webhook}" keeps no`;
  const known = Object.keys(declared.keep);
  if (fixture.kind === 'subscribe') {
    const whose = `subscribe of the webhook "${webhook}"`;
    const { input = {}, expect } = fixture;
    if (expect?.error !== 'invalid_input') checkValues(context, ['input'], input, { ...declared.inputs!, whose });
    checkKeys(context, ['expect', 'subscription'], expect?.subscription, { known, owner });
    return;
  }
  const { subscription } = fixture;
  if (fixture.kind === 'renew')
    checkKeys(context, ['expect', 'subscription'], fixture.expect?.subscription, { known, owner });
  const hasStrangers = checkKeys(context, ['subscription'], subscription, { known, owner });
  if (!hasStrangers) checkKeptAreGiven(context, subscription, declared.keep);
}

/**
 * Values that are always kept must be given. An unknown name is probably a misspelling of the one that seems to be
 * missing.
 */
function checkKeptAreGiven(context: CheckContext, subscription: Readonly<Record<string, string>>, keep: Kept): void {
  const always = Object.keys(keep).filter((name) => keep[name]!.optional !== true);
  for (const name of always.filter((one) => !Object.hasOwn(subscription, one))) {
    const message = `the key "${name}" is missing`;
    const hint = `add the value that subscribe keeps: "${name}": "…"`;
    context.report(['subscription'], { code: 'missing_key', message, hint });
  }
}

/** Finds the places where a subscription fixture contains kept credentials. */
export function keptCredentials(fixture: SubscriptionFixture, declared: DeclaredSubscription | undefined): JsonPath[] {
  const given = fixture.kind === 'subscribe' ? undefined : fixture.subscription;
  const expected = fixture.kind === 'unsubscribe' ? undefined : fixture.expect?.subscription;
  const places: [JsonPath, Record<string, string> | undefined][] = [
    [['subscription'], given],
    [['expect', 'subscription'], expected],
  ];
  return places.flatMap(([path, values = {}]) =>
    keptSecrets(declared?.keep).flatMap((name) => (Object.hasOwn(values, name) ? [[...path, name]] : [])),
  );
}
