import type { ConnectorPackage, SignInStep } from '@tallyhook/schemas';
import { ActionError, asActionError } from '../action-error.ts';
import type { Http } from '../http/http.ts';
import { policyOf } from '../runtime/answer-policy.ts';
import type { Answer } from '../runtime/answer.ts';
import { prepareRequest } from '../runtime/build-request.ts';
import { type AccountValues, redactError } from '../runtime/redact.ts';
import { momentOf } from '../runtime/moment.ts';
import { perform } from '../runtime/run-action.ts';
import { renderOptionalText, renderText, renderTemplate } from '../templates/render.ts';
import { readKept } from './kept-values.ts';
import { clientOf, oauthOf, secretsOfCall, type SignInClient } from './sign-in-values.ts';
import { readLifetime, withoutEnd } from './token-answer.ts';

/** One of several options for the person. */
export interface Choosable {
  label: string;
  value: string;
}

/** The account is signed in, or a person has to choose first; the steps then continue with `chosen`. */
export type StepsOutcome =
  | { kind: 'done'; account: AccountValues }
  | { kind: 'choose'; step: number; options: Choosable[]; account: AccountValues; answer: Answer };

/** How to send the requests after the token, and where to continue. */
export interface StepsOptions {
  http: Http;
  now: number;
  /** The client of the installation. Not needed if each account has its own. */
  client?: SignInClient | undefined;
  /** The step to continue with. Default: the first. */
  step?: number;
  /** The person's choice among the options of that step. */
  chosen?: string;
  /** The answer that the person chose from. Without it, the list is requested again. */
  answer?: Answer;
  signal?: AbortSignal;
}

/**
 * Makes the requests that follow a token, and keeps their values. A single option is chosen automatically. Choices are
 * stored as `choices` for the next refresh.
 * @throws ActionError.
 */
export async function runSignInSteps(
  released: ConnectorPackage,
  account: AccountValues,
  options: StepsOptions,
): Promise<StepsOutcome> {
  const steps = oauthOf(released).then ?? [];
  let current = account;
  for (const [index, step] of steps.entries()) {
    if (index < (options.step ?? 0)) continue;
    const known = index === options.step ? options.answer : undefined;
    const answer = known ?? (await ask(released, step, current, options));
    const remembered = choicesOf(current)[index];
    const chosen = index === options.step ? (options.chosen ?? remembered) : remembered;
    const taken = takeItem(step, answer, chosen);
    if ('options' in taken) return { kind: 'choose', step: index, options: taken.options, account: current, answer };
    const values = { account: current, response: answer, item: taken.item };
    const kept = readKept(step.keep, values, { known: current });
    const choices = taken.value === undefined ? {} : { choices: { ...choicesOf(current), [index]: taken.value } };
    current = { ...withEnd(step, current, values, options.now), ...kept, ...choices };
  }
  return { kind: 'done', account: current };
}

/** The account with the token's expiry from a step's answer, if it has one. */
function withEnd(
  { expiresIn }: SignInStep,
  account: AccountValues,
  values: { response: Answer; item: unknown },
  now: number,
): AccountValues {
  if (expiresIn === undefined) return account;
  const lifetimeMs = readLifetime(renderOptionalText(`{{${expiresIn}}}`, values, { place: 'expiresIn' }));
  return lifetimeMs === undefined ? withoutEnd(account) : { ...account, expiresAt: now + lifetimeMs };
}

function choicesOf({ choices }: AccountValues): Record<number, string> {
  return typeof choices === 'object' && choices !== null ? (choices as Record<number, string>) : {};
}

async function ask(
  released: ConnectorPackage,
  { request }: SignInStep,
  account: AccountValues,
  { http, now, client, signal }: StepsOptions,
): Promise<Answer> {
  try {
    const values = { account, client: clientOf(released, { account, client }), now: momentOf(now) };
    return await perform(prepareRequest(released, request, values), {
      declared: request,
      values,
      policy: policyOf(released.connector),
      options: { http, now: () => now, ...(signal && { signal }) },
    });
  } catch (error) {
    throw redactError(asActionError(error), secretsOfCall(released, { account, client }));
  }
}

function takeItem(
  { choose }: SignInStep,
  answer: Answer,
  chosen: string | undefined,
): { item?: unknown; value?: string } | { options: Choosable[] } {
  if (choose === undefined) return {};
  const items = renderTemplate(`{{${choose.list}}}`, { response: answer }, { place: 'choose.list' }) ?? [];
  if (!Array.isArray(items)) throw new ActionError('fatal', `expected a list at ${choose.list}, got ${typeof items}`);
  if (items.length === 0) throw new ActionError('auth', `the account has nothing to choose from at ${choose.list}`);
  const options = items.map((item: unknown) => ({
    item,
    label: renderText(choose.label, { item }, { place: 'choose.label' }),
    value: renderText(choose.value, { item }, { place: 'choose.value' }),
  }));
  const found =
    chosen === undefined && options.length === 1 ? options[0] : options.find(({ value }) => value === chosen);
  if (found !== undefined) return { item: found.item, value: found.value };
  if (chosen !== undefined) throw new ActionError('auth', `${JSON.stringify(chosen)} can no longer be chosen`);
  return { options: options.map(({ label, value }) => ({ label, value })) };
}
