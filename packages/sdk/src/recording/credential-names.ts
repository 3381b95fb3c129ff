/** Names whose value can only be a credential. Case, word separators and a leading `X-` do not matter. */
const credentials = namesOf(`
  authorization, proxy-authorization, api-key, api-token, api-secret, app-key, app-secret, application-key, goog-api-key,
  telegram-bot-api-secret-token, dd-api-key, dd-application-key, functions-key, ocp-apim-subscription-key, shopify-access-token, amz-security-token,
  access-token, access-token-secret, secret-token, verification-token, verify-token, personal-access-token, auth-token, bearer-token, bot-token, gitlab-token, id-token,
  private-token, refresh-token, security-token, session-token, access-key, auth-key, encryption-key, private-key,
  secret-key, secret-access-key, signing-key, client-secret, consumer-secret, shared-secret, signing-secret,
  webhook-secret, password, passwd, pwd, passphrase, passcode, new-password, old-password, current-password, user-password
`);

/** Names that can mean something else too, such as the token of an upload. */
const ambiguous = namesOf('token, secret, auth, jwt, pass, cookie, set-cookie');

/** Values that sign one request or one session. Connectors do not contain them. */
const shortLived = namesOf(`
  signature, sig, amz-signature, goog-signature, amz-credential, session-id, sid, csrf-token, xsrf-token, assertion,
  client-assertion, code-verifier
`);

function namesOf(list: string): ReadonlySet<string> {
  return new Set(list.split(',').map(plain));
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^x[-_]/, '')
    .replaceAll(/[-_. ]/g, '');
}

/** Whether a value with this name is a credential: `api_key`, `botToken`, `X-Auth-Token`. */
export function namesCredential(name: string): boolean {
  return namesOnlyCredential(name) || ambiguous.has(plain(name));
}

/** Whether a value with this name can only be a credential. */
export function namesOnlyCredential(name: string): boolean {
  return credentials.has(plain(name));
}

/** Whether a value with this name in a request or answer is a credential, possibly only for that request or session. */
export function namesSentCredential(name: string): boolean {
  return namesCredential(name) || shortLived.has(plain(name));
}

/** Headers or parameters of a request, without the values of credentials. */
export function maskSentCredentials(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, namesSentCredential(name) ? mask : value]),
  );
}

const mask = '••••';
