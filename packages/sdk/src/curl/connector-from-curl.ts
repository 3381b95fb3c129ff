import type { Connector, ConnectorAction } from '@tallyhook/schemas';
import { Problem } from '@tallyhook/schemas';
import { compileConnector } from '../compile/compile-connector.ts';
import { connectorFromOpenApi, type MadeConnector } from '../openapi/connector-from-openapi.ts';
import { readDocument } from '../openapi/read-document.ts';
import { schemesPointer } from '../openapi/sign-in.ts';
import { leaveOutCredentials } from '../recording/credential-forms.ts';
import { isPlaceholder, minCredentialLength } from '../recording/credential-values.ts';
import { redactText, spellings } from '../runtime/redact.ts';
import { credentialsOf, type CurlCredential } from './credentials-of.ts';
import { type CurlRequest, readCurl } from './read-curl.ts';
import { type CurlDocument, toDocument } from './to-document.ts';

/** A connector made from a command, and what was taken over and what was not. */
export interface ConnectorFromCurl {
  made: MadeConnector;
  notes: string[];
}

/**
 * Makes a connector with one action from a curl command. Credentials become fields of the account, and their values are
 * in no file.
 * @throws Problem `invalid_input`
 */
export function connectorFromCurl(command: string, { id, name }: { id: string; name: string }): ConnectorFromCurl {
  const given = readCurl(command);
  const credentials = credentialsOf(given);
  const redact = secretRedactor(credentials);
  const request = withoutSecrets(given, redact);
  const documented = toDocument(request, { name, credentials });
  const document = readDocument(JSON.stringify(documented.document), 'The command');
  const [signIn, ...others] = credentials;
  const made = adapt(connectorFromOpenApi(document, { id }), documented, signIn);
  const left = [
    ...request.notes,
    ...others.map(({ place }) => `${place}: a connector signs in one way; add it to the action by hand`),
    ...made.notes
      .filter(({ kind, pointer }) => kind === 'leftOut' && !pointer.startsWith(schemesPointer))
      .map(({ what, reason }) => (what === undefined ? reason : `${what}: ${reason}`)),
  ];
  const notes = [...taken(made, signIn), ...left.map((note) => redact(`Not taken over: ${note}.`))];
  return { made, notes };
}

function taken({ released: { connector } }: MadeConnector, signIn: CurlCredential | undefined): string[] {
  const isInPath = connector.signIn.kind === 'key' && connector.signIn.in === 'path';
  const isAddress = connector.account?.fields.some(({ name }) => name === 'webhookUrl') === true;
  const places = [
    ...(signIn === undefined ? [] : [signIn.place]),
    ...(isInPath ? ['the path'] : isAddress ? ['the address'] : []),
  ];
  if (places.length === 0) return [];
  const secret = connector.account?.fields.filter((field) => field.secret === true) ?? [];
  const fields = secret.map(({ label }) => `"${label}"`).join(', ');
  return [`Taken from ${places.join(' and ')}: a linked account has ${fields}. The value was not kept.`];
}

/** Adds what an OpenAPI document cannot say. */
function adapt(
  made: MadeConnector,
  { headers, text }: CurlDocument,
  signIn: CurlCredential | undefined,
): MadeConnector {
  const texts = new Map(made.texts);
  const connector = JSON.parse(texts.get('connector.json')!) as Connector;
  const signsIn = signIn?.adapt?.(connector.signIn) ?? connector.signIn;
  const own = { ...connector, version: '0.1.0', signIn: signsIn };
  texts.set('connector.json', write(own));
  for (const [path, written] of made.texts) {
    if (!path.startsWith('actions/')) continue;
    const action = JSON.parse(written) as ConnectorAction;
    const all = { ...headers, ...action.request.headers };
    const request = {
      ...action.request,
      ...(Object.keys(all).length > 0 && { headers: all }),
      ...(text !== undefined && { body: { text } }),
    };
    if (isWholeAddress(own, action)) {
      texts.set('connector.json', write(withSecretAddress(own)));
      const whole = { ...request, path: undefined, url: '{{account.webhookUrl}}' };
      texts.set(path, write({ ...action, request: whole }));
    } else texts.set(path, write({ ...action, request }));
  }
  const { package: released, problems } = compileConnector(texts);
  if (released !== undefined) return { ...made, texts, released };
  const { file, message } = problems.find(({ severity }) => severity === 'error')!;
  throw new Problem('invalid_input', `No connector can be made of the command: ${file}: ${message}.`);
}

/** Whether the credential in the path ends the address, so that nothing of it is below: an incoming webhook. */
function isWholeAddress({ signIn }: Connector, action: ConnectorAction): boolean {
  return signIn.kind === 'key' && signIn.in === 'path' && action.request.path === '/';
}

/** The address is all that one needs to use it, so it becomes one secret field in place of its parts. */
function withSecretAddress(connector: Connector): Connector {
  const { fields, ...account } = connector.account!;
  const description = 'The whole address that the service gave you, beginning with https://.';
  const address = { name: 'webhookUrl', label: 'Webhook address', description, secret: true };
  const others = fields.filter(({ name }) => `${account.label}${account.externalId}`.includes(`account.${name}}}`));
  const { headers, query } = connector.request ?? {};
  const request = headers === undefined && query === undefined ? undefined : { headers, query };
  return { ...connector, request, signIn: { kind: 'none' }, account: { ...account, fields: [...others, address] } };
}

/** The same credential may be at several places of a command. */
function withoutSecrets(request: CurlRequest, redact: (text: string) => string): CurlRequest {
  const { url, headers, data, form, file } = request;
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  clean.pathname = redact(url.pathname);
  for (const [name, value] of url.searchParams) clean.searchParams.set(name, redact(value));
  return {
    ...request,
    url: clean,
    headers: headers.map(([name, value]) => [name, redact(value)]),
    data: data && redact(data),
    form: form.map((part) => ({ ...part, value: redact(part.value) })),
    file: file && redact(file),
  };
}

function secretRedactor(credentials: readonly CurlCredential[]): (text: string) => string {
  const all = spellings(credentials.flatMap(({ secrets }) => secrets).filter(isTelling));
  return (text) => redactText(text, all);
}

/** A placeholder such as `password` or `YOUR_KEY` would be found everywhere. */
function isTelling(secret: string): boolean {
  return secret.length >= minCredentialLength && !isPlaceholder(secret) && !/^[A-Za-z_$-]{1,15}$/.test(secret);
}

function write(value: object): string {
  const written = (_: string, part: unknown): unknown => (typeof part === 'string' ? leaveOutCredentials(part) : part);
  return `${JSON.stringify(value, written, 2)}\n`;
}
