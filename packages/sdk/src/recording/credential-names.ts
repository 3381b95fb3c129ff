/** Names whose value is a credential and nothing else. Capitals, the signs between words and `X-` in front do not count. */
const credentials = namesOf(`
  authorization, proxy-authorization, api-key, api-token, api-secret, app-key, app-secret, application-key, goog-api-key,
  dd-api-key, dd-application-key, functions-key, ocp-apim-subscription-key, shopify-access-token, amz-security-token,
  access-token, access-token-secret, personal-access-token, auth-token, bearer-token, bot-token, gitlab-token, id-token,
  private-token, refresh-token, security-token, session-token, access-key, auth-key, encryption-key, private-key,
  secret-key, secret-access-key, signing-key, client-secret, consumer-secret, shared-secret, signing-secret,
  webhook-secret, password, passwd, pwd, passphrase, passcode, new-password, old-password, current-password, user-password
`);

/** Names that can mean something else as well, such as the token of an upload. */
const ambiguous = namesOf('token, secret, auth, jwt, pass, cookie, set-cookie');

/** What signs one request or one session; no connector holds it. */
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

/** Whether a value of this name is a credential: `api_key`, `botToken`, `X-Auth-Token`. */
export function namesCredential(name: string): boolean {
  return namesOnlyCredential(name) || ambiguous.has(plain(name));
}

/** Whether a value of this name is a credential and nothing else. */
export function namesOnlyCredential(name: string): boolean {
  return credentials.has(plain(name));
}

/** Whether a value of this name in a request or an answer is a credential, if only for that request or session. */
export function namesSentCredential(name: string): boolean {
  return namesCredential(name) || shortLived.has(plain(name));
}
