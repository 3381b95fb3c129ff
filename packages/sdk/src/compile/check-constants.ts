import { constantCredentials } from '../recording/constant-credentials.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

export const credentialMessage = 'a credential never stands in a connector';
export const credentialHint = 'make it a field of the account with "secret": true and write {{account.NAME}}';

/** Checks that nothing in a part of a request is always the same whose name says it is a credential. */
export function checkConstants(context: CheckContext, start: JsonPath, value: unknown): void {
  for (const { path, offset } of constantCredentials(value, start)) reportCredential(context, path, offset);
}

/** Reports a credential that is written into the package. */
export function reportCredential(context: CheckContext, path: JsonPath, offset = 0): void {
  const finding = { code: 'credential_in_package', message: credentialMessage, hint: credentialHint } as const;
  context.report(path, { ...finding, ...(offset > 0 && { offset }) });
}

/** A name under which a service expects a credential of the client. */
export const clientCredential = /^(client_?id|client_?secret|client_?key|api_?key|secret|password|assertion)$/i;

/** Reports a credential of the client that is written into the package. */
export function reportClientCredential(context: CheckContext, path: JsonPath): void {
  const hint = 'leave it out: the installation gives it, or make it a field of the account';
  context.report(path, { code: 'credential_in_package', message: credentialMessage, hint });
}
