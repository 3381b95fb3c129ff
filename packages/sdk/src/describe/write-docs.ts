import { noId } from '../runtime/read-delivery.ts';
import type { Connector, ConnectorAction, ConnectorPackage, ConnectorWebhook, ValueSchema } from '@tallyhook/schemas';
import { markdownCode as code, plainMarkdown as plain } from './plain-markdown.ts';

/** Writes Markdown about a connector: accounts, actions with their inputs, webhooks. */
export function writeDocs({ connector, actions, webhooks }: ConnectorPackage): string {
  const { id, name, version, description } = connector;
  return [
    `<!-- Made from ${id} ${version} by \`tallyhook docs\`. Change the connector, not this file. -->`,
    `# ${heading(name)}`,
    ...(description === undefined ? [] : [plain(description)]),
    `Connector \`${id}\`, version ${version}. It connects to ${connector.hosts.map(code).join(', ') || 'no host'}.`,
    ...accountDocs(connector),
    ...section(
      'Actions',
      Object.entries(actions).flatMap(([action, declared]) => actionDocs(action, declared)),
    ),
    ...section(
      'Webhooks',
      Object.entries(webhooks).flatMap(([webhook, declared]) => webhookDocs(id, webhook, declared)),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Makes a heading of one line. */
function heading(text: string): string {
  return plain(text.replaceAll(/\s+/g, ' '));
}

function section(title: string, parts: string[]): string[] {
  return parts.length === 0 ? [] : [`## ${title}`, ...parts];
}

const signIns: Record<Connector['signIn']['kind'], string> = {
  none: 'It needs no sign-in.',
  key: 'It signs in with a key.',
  basic: 'It signs in with a user name and a password.',
  bearer: 'It signs in with a token.',
  aws4: 'It signs each request with an access key (AWS Signature Version 4).',
  oauth2: 'It signs in with OAuth 2.',
};

function accountDocs({ signIn, account }: Connector): string[] {
  const rows = (account?.fields ?? []).map(({ name, label, description, secret, optional }) => [
    code(name),
    plain(label),
    [secret === true ? 'Secret.' : '', optional === true ? 'Optional.' : '', plain(description ?? '')]
      .filter(Boolean)
      .join(' '),
  ]);
  const scopes = signIn.kind === 'oauth2' ? (signIn.scopes ?? []) : [];
  const optional = (signIn.kind === 'oauth2' ? (signIn.optionalScopes ?? []) : []).map(({ scope, description }) => [
    code(scope),
    plain(description),
  ]);
  return [
    '## Account',
    scopes.length === 0
      ? signIns[signIn.kind]
      : `${signIns[signIn.kind]} It requests the scopes ${scopes.map(code).join(', ')}.`,
    ...table(['Optional scope', 'What it is for'], optional),
    ...table(['Field', 'Label', 'Description'], rows),
  ];
}

function actionDocs(name: string, { label, description, input, upload, scopes = [] }: ConnectorAction): string[] {
  const rows = Object.entries(input.properties).map(([key, schema]) => [
    code(key),
    kindOf(schema),
    input.required?.includes(key) === true ? 'yes' : 'no',
    plain([schema.title, schema.description].filter(Boolean).join(': ')),
  ]);
  return [
    `### ${heading(label)}`,
    [
      `Action ${code(name)}.`,
      plain(description ?? ''),
      upload === undefined ? '' : `It sends the file in ${code(upload.file)}.`,
      neededScopes('It', scopes),
    ]
      .filter(Boolean)
      .join(' '),
    ...table(['Input', 'Type', 'Required', 'Description'], rows),
  ];
}

function neededScopes(subject: string, scopes: readonly string[]): string {
  return scopes.length === 0 ? '' : `${subject} needs the scopes ${scopes.map(code).join(', ')}.`;
}

const missing: Record<NonNullable<ConnectorWebhook['missingId']>, string> = {
  run: 'Each delivery without an id counts as a new event.',
  refuse: 'A delivery without an id is refused.',
  hashBody: 'A delivery without an id is identified by the hash of its body.',
};

function webhookDocs(
  id: string,
  name: string,
  { label, description, event, deliveryId, missingId = 'run', subscribe }: ConnectorWebhook,
): string[] {
  const { scopes = [] } = subscribe ?? {};
  const ids = [deliveryId].flat().map(code).join(', else ');
  const identity =
    deliveryId === noId
      ? 'Its deliveries have no id: each counts as new, also one that is sent again.'
      : `and identified by ${ids}. ${missing[missingId]}`;
  return [
    `### ${heading(label)}`,
    [
      `Webhook ${code(name)}; deliveries arrive at ${code(`/hooks/${id}`)}.`,
      plain(description ?? ''),
      neededScopes('Its subscription', scopes),
    ]
      .filter(Boolean)
      .join(' '),
    `An event is named ${[event].flat().map(code).join(', else ')}${deliveryId === noId ? '. ' : ' '}${identity}`,
  ];
}

function kindOf(schema: ValueSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => code(JSON.stringify(value))).join(' or ');
  if (schema.type === 'array') return `list of ${kindOf(schema.items ?? {})}`;
  if (schema.type === 'object' && schema.properties !== undefined && Object.keys(schema.properties).length > 0)
    return `object (${Object.entries(schema.properties)
      .map(
        ([name, child]) =>
          `${code(name)}: ${kindOf(child)}${schema.required?.includes(name) === true ? ', required' : ''}`,
      )
      .join('; ')})`;
  return schema.format ?? schema.type ?? 'any';
}

function table(head: string[], rows: string[][]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  return [[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')];
}
