import { type ConnectorPackage, createValidator, type ProblemDetail } from '@tallyhook/schemas';
import { asActionError } from '../action-error.ts';
import type { Http } from '../http/http.ts';
import { renderOptionalText } from '../templates/render.ts';
import { accountNames } from '../sign-in/account-names.ts';
import { policyOf } from './answer-policy.ts';
import type { Answer } from './answer.ts';
import { prepareRequest } from './build-request.ts';
import { type AccountValues, redactError, redactValue, secretsOf } from './redact.ts';
import { refuseBrokenJson } from './refuse-broken-json.ts';
import { perform } from './run-action.ts';

/**
 * The values needed to link an account without a browser: its fields and, for OAuth 2, the tokens the person has. A
 * client credentials token is fetched when needed.
 */
export function accountValueNames({ connector }: ConnectorPackage): { name: string; optional?: boolean }[] {
  const fields = connector.account?.fields ?? [];
  if (connector.signIn.kind !== 'oauth2') return fields;
  const given = new Set(fields.map(({ name }) => name));
  const needsToken = connector.signIn.grant !== 'clientCredentials';
  const brought = accountNames(connector).filter(({ name }) => !given.has(name));
  const tokens = brought.map(({ name }) => ({ name, optional: name !== 'accessToken' || !needsToken }));
  return [...fields, ...tokens, { name: 'refreshToken', optional: true }];
}

/**
 * Checks the values for linking an account: every field present, none unknown, all strings. Messages never contain
 * values.
 */
export function checkAccount(released: ConnectorPackage, values: unknown): ProblemDetail[] {
  const fields = accountValueNames(released);
  const validate = createValidator({
    type: 'object',
    additionalProperties: false,
    required: fields.filter(({ optional }) => optional !== true).map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map(({ name }) => [name, { type: 'string', minLength: 1, maxLength: 10_000 }]),
    ),
  });
  return validate(values);
}

/**
 * Sends the connector's test request with an account; returns null if none is declared. Credentials are removed from
 * the answer.
 * @throws ActionError, `auth` if the account cannot sign in.
 */
export async function testAccount(
  released: ConnectorPackage,
  { account, http, signal }: { account: AccountValues; http: Http; signal?: AbortSignal },
): Promise<Answer | null> {
  const declared = released.connector.test;
  if (declared === undefined) return null;
  const secrets = secretsOf(released, account);
  try {
    const request = prepareRequest(released, declared, { account });
    const answer = await perform(request, {
      declared,
      values: { account },
      policy: policyOf(released.connector),
      options: { http, ...(signal && { signal }) },
    });
    refuseBrokenJson(new URL(request.url).host, answer, { templates: released.connector.account, root: 'test' });
    return redactValue(answer, secrets) as Answer;
  } catch (error) {
    throw redactError(asActionError(error), secrets);
  }
}

/**
 * Returns the label of an account and its id at the other service. `externalId` is null if it needs the answer to the
 * test request or is unknown.
 */
export function describeAccount(
  { connector }: ConnectorPackage,
  { account, test }: { account: AccountValues; test?: Answer | null },
): { label: string; externalId: string | null } {
  const values = { account, ...(test ? { test } : {}) };
  const render = (template: string | undefined, place: string): string | null =>
    (template === undefined ? undefined : renderOptionalText(template, values, { place })) || null;
  const externalId = render(connector.account?.externalId, 'account.externalId');
  return { label: render(connector.account?.label, 'account.label') ?? connector.name, externalId };
}
