import { constantCredentials } from '../recording/constant-credentials.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

export const credentialMessage = 'a connector never holds one';

/** What was taken for a credential, as messages show it: as much as one knows it by. */
export function shortened(text: unknown): string {
  const whole = String(text);
  return `"${whole.slice(0, shownSigns(whole))}…"`;
}

/** How many signs of it that is: few enough that nobody can guess the rest, of a short one at most a quarter. */
export function shownSigns({ length }: string): number {
  return length > 16 ? 8 : Math.floor(length / 4);
}

/** Checks that nothing in a part of a request is always the same whose name says it is a credential. */
export function checkConstants(context: CheckContext, start: JsonPath, value: unknown): void {
  for (const found of constantCredentials(value, start)) reportCredential(context, found.path, found);
}

/** Reports a credential that is written into the package. */
export function reportCredential(
  context: CheckContext,
  path: JsonPath,
  { name, value, offset = 0 }: { name: string; value: unknown; offset?: number },
): void {
  const message = `${shortened(value)} is the value of "${name}", the name of a credential, and ${credentialMessage}`;
  context.report(path, {
    code: 'credential_in_package',
    message,
    hint: hintAt(path, name),
    secret: String(value),
    ...(offset > 0 && { offset }),
  });
}

const noSecret = 'if it is no secret, take it from an input, or from a field that has another name and no "secret"';

const places = ['answer', 'authorize', 'path', 'baseUrl', 'query', 'url', 'headers', 'body'];

/** What to write instead: not every place takes a secret of the account. */
export function hintAt(path: JsonPath, name: string): string {
  const field = 'make it a field of the account with "secret": true and';
  const key = (where: string): string => `${field} send it with "signIn": { "kind": "key", ${where} }; ${noSecret}`;
  switch (path.find((part) => places.includes(String(part)))) {
    case 'answer':
      return 'answer with a value of the delivery, such as {{event.body.id}}, or leave it out';
    case 'authorize':
      return 'leave it out: everybody sees this address';
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

/** A name under which a service expects a credential of the client. */
export const clientCredential = /^(client_?id|client_?secret|client_?key|api_?key|secret|password|assertion)$/i;

/** Reports a credential of the client that is written into the package. */
export function reportClientCredential(context: CheckContext, path: JsonPath, value: unknown): void {
  const message = `${shortened(value)} is a credential of the client, and ${credentialMessage}`;
  const hint = 'leave it out: the installation gives it, or make it a field of the account';
  context.report(path, { code: 'credential_in_package', message, hint, secret: String(value) });
}
