/** Names whose value is a credential and nothing else. Capitals and the signs between words do not count. */
const credentials = namesOf(`
  authorization, proxy-authorization, x-authorization, cookie, set-cookie,
  api-key, x-api-key, api-token, api-secret, app-key, app-secret, application-key, x-goog-api-key, dd-api-key,
  dd-application-key, x-functions-key, ocp-apim-subscription-key, x-shopify-access-token, x-amz-security-token,
  access-token, x-access-token, access-token-secret, personal-access-token, auth-token, x-auth-token, x-auth-key,
  bearer-token, bot-token, id-token, private-token, refresh-token, security-token, session-token, x-gitlab-token,
  access-key, auth-key, encryption-key, private-key, secret-key, secret-access-key, signing-key,
  client-secret, consumer-secret, shared-secret, signing-secret, webhook-secret,
  password, passwd, pwd, passphrase, passcode, new-password, old-password, current-password, user-password
`);

/** Names that can mean something else as well: the token of an upload, the key of a row. */
const ambiguous = namesOf('token, secret, auth, x-auth, jwt, pass');

/** What signs one request or one session; no connector holds it. */
const shortLived = namesOf(`
  signature, sig, x-amz-signature, x-goog-signature, x-amz-credential, session-id, sid, csrf-token, xsrf-token,
  assertion, client-assertion, code-verifier
`);

function namesOf(list: string): ReadonlySet<string> {
  return new Set(list.split(',').map(plain));
}

function plain(name: string): string {
  return name
    .trim()
    .replaceAll(/[-_. ]/g, '')
    .toLowerCase();
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
