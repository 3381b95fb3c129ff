import { type ConnectorPackage, createValidator, type ProblemDetail } from '@tallyhook/schemas';
import { asActionError } from '../action-error.ts';
import type { Http } from '../http/http.ts';
import { renderOptionalText } from '../templates/render.ts';
import { accountNames } from '../sign-in/account-names.ts';
import { declaredKept, readKeptHost } from '../sign-in/kept-values.ts';
import { policyOf } from './answer-policy.ts';
import type { Answer } from './answer.ts';
import { momentOf } from './moment.ts';
import { prepareRequest } from './build-request.ts';
import { type AccountValues, redactError, redactValue, secretsOf } from './redact.ts';
import { refuseBrokenJson } from './refuse-broken-json.ts';
import { perform } from './run-action.ts';
import type { Turns } from './take-turn.ts';

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
  return [...fields, ...tokens, ...['refreshToken', ...tokenEnds].map((name) => ({ name, optional: true }))];
}

/** When the tokens of an account expire. People give a moment; accounts hold milliseconds. */
const tokenEnds = ['expiresAt', 'refreshExpiresAt'];

/**
 * Checks the values for linking an account: every field present, none unknown, all strings, hosts only those that the
 * connector names. Messages never contain secret values.
 */
export function checkAccount(released: ConnectorPackage, values: unknown): ProblemDetail[] {
  const errors = checkValues(released, accountValueNames(released), values);
  return errors.length > 0 ? errors : checkHosts(released, values as Record<string, string>);
}

/** Like `checkAccount`, for the values that a person gives before a sign-in brings the others. */
export function checkGivenFields(released: ConnectorPackage, values: unknown): ProblemDetail[] {
  return checkValues(released, released.connector.account?.fields ?? [], values);
}

function checkValues(
  { connector }: ConnectorPackage,
  fields: readonly { name: string; optional?: boolean }[],
  values: unknown,
): ProblemDetail[] {
  const choices = new Map(connector.account?.fields.map((field) => [field.name, field.choices]));
  const schemaOf = (name: string): object => {
    const allowed = choices.get(name);
    if (allowed !== undefined) return { enum: allowed.map(({ value }) => value).filter((value) => value !== '') };
    if (tokenEnds.includes(name))
      return { type: 'string', format: 'date-time', expected: 'a moment such as 2027-01-31T12:00:00Z' };
    return { type: 'string', minLength: 1, maxLength: 10_000 };
  };
  const validate = createValidator({
    type: 'object',
    additionalProperties: false,
    required: fields.filter(({ optional }) => optional !== true).map(({ name }) => name),
    properties: Object.fromEntries(fields.map(({ name }) => [name, schemaOf(name)])),
  });
  return validate(values);
}

/** A value that decides which host is called must be one that the sign-in itself could have brought. */
function checkHosts({ connector }: ConnectorPackage, values: Readonly<Record<string, string>>): ProblemDetail[] {
  return Object.entries(declaredKept(connector)).flatMap(([name, kept]) => {
    const value = values[name];
    if (kept.hosts === undefined || value === undefined || readKeptHost(value, kept) !== undefined) return [];
    const detail = `must be one of the hosts ${kept.hosts.join(', ')}`;
    return [{ pointer: `#/${name}`, code: 'not_allowed', detail }];
  });
}

/** The account that checked values make: moments become milliseconds, and addresses of hosts the hosts. */
export function accountFromValues({ connector }: ConnectorPackage, values: Record<string, string>): AccountValues {
  const kept = declaredKept(connector);
  const isOAuth = connector.signIn.kind === 'oauth2';
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, unknown] => {
      if (isOAuth && tokenEnds.includes(name)) return [name, Date.parse(value)];
      const hosts = Object.hasOwn(kept, name) ? kept[name]! : undefined;
      return [name, hosts?.hosts === undefined ? value : (readKeptHost(value, hosts) ?? value)];
    }),
  );
}

/** How the test request is sent. `now` is the clock, in milliseconds. */
interface TestWay {
  http: Http;
  signal?: AbortSignal;
  turns?: Turns;
  now?: () => number;
}

/**
 * Sends the connector's test request with an account; returns null if none is declared. Credentials are removed from
 * the answer.
 * @throws ActionError, `auth` if the account cannot sign in.
 */
export async function testAccount(
  released: ConnectorPackage,
  { account, http, signal, turns, now = Date.now }: TestWay & { account: AccountValues },
): Promise<Answer | null> {
  const declared = released.connector.test;
  if (declared === undefined) return null;
  const secrets = secretsOf(released, account);
  try {
    const values = { account, now: momentOf(now()) };
    const request = prepareRequest(released, declared, values);
    const answer = await perform(request, {
      declared,
      values,
      policy: policyOf(released.connector),
      options: { http, ...(signal && { signal }), ...(turns && { turns }) },
    });
    refuseBrokenJson(new URL(request.url).host, answer, { templates: released.connector.account, root: 'test' });
    return redactValue(answer, secrets) as Answer;
  } catch (error) {
    throw redactError(asActionError(error), secrets);
  }
}

/** A service may answer with any text; a person's own label has the same limit. */
const maxLabelLength = 200;

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
  const label = render(connector.account?.label, 'account.label') ?? connector.name;
  return { label: [...label].slice(0, maxLabelLength).join(''), externalId };
}
