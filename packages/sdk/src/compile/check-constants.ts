import { constantCredentials } from '../recording/constant-credentials.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

export const credentialMessage = 'a connector must not contain credentials';

/** Shortens a suspected credential for messages, leaving just enough to recognize it. */
export function shortened(text: unknown): string {
  const whole = String(text);
  return `"${whole.slice(0, shownLength(whole))}…"`;
}

/** How many characters of a credential may be shown: too few to guess the rest, at most a quarter of a short one. */
export function shownLength({ length }: string): number {
  return length > 16 ? 8 : Math.floor(length / 4);
}

/** Reports constants in a request whose name says that they are credentials. */
export function checkConstants(context: CheckContext, start: JsonPath, value: unknown): void {
  for (const found of constantCredentials(value, start)) reportCredential(context, found.path, found);
}

/** Reports a credential written into the package. */
export function reportCredential(
  context: CheckContext,
  path: JsonPath,
  { name, value, offset = 0 }: { name: string; value: unknown; offset?: number },
): void {
  const message = `${shortened(value)} is the value of "${name}", which names a credential, and ${credentialMessage}`;
  context.report(path, {
    code: 'credential_in_package',
    message,
    hint: hintAt(path, name),
    secret: String(value),
    ...(offset > 0 && { offset }),
  });
}

const noSecret = 'if it is not a secret, take it from an input, or from a field with another name and without "secret"';

const places = ['answer', 'authorize', 'path', 'baseUrl', 'query', 'url', 'headers', 'body'];

/** Suggests a replacement. Not every place accepts a secret of the account. */
export function hintAt(path: JsonPath, name: string): string {
  const field = 'make it an account field with "secret": true and';
  const key = (where: string): string => `${field} send it with "signIn": { "kind": "key", ${where} }; ${noSecret}`;
  switch (path.find((part) => places.includes(String(part)))) {
    case 'answer':
      return 'answer with a value from the delivery, such as {{event.body.id}}, or leave it out';
    case 'authorize':
      return 'leave it out: everyone can see this address';
    case 'path':
    case 'baseUrl':
      return key('"in": "path", "value": "/…{{account.NAME}}"');
    case 'query':
    case 'url':
      return key(`"in": "query", "name": "${name}", "value": "{{account.NAME}}"`);
    default:
      return `${field} write {{account.NAME}}; ${noSecret}`;
  }
}

/** Names under which services expect the client's credentials. */
export const clientCredential = /^(client_?id|client_?secret|client_?key|api_?key|secret|password|assertion)$/i;

/** Reports a client credential written into the package. */
export function reportClientCredential(context: CheckContext, path: JsonPath, value: unknown): void {
  const message = `${shortened(value)} is a client credential, and ${credentialMessage}`;
  const hint = 'leave it out so that the installation supplies it, or make it an account field';
  context.report(path, { code: 'credential_in_package', message, hint, secret: String(value) });
}
