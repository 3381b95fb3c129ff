import {
  actionSchema,
  type ConnectorPackage,
  connectorPackageSchema,
  connectorSchema,
  createValidator,
  Problem,
  requestSchema,
  webhookSchema,
} from '@tallyhook/schemas';
import { composeWorkflowSchema, workflowKinds } from '@tallyhook/schemas/kinds';
import { digest } from './canonical-json.ts';
import { compileConnector } from './compile-connector.ts';

const validate = createValidator(connectorPackageSchema, [
  ...[connectorSchema, actionSchema, webhookSchema, requestSchema, composeWorkflowSchema(workflowKinds)],
]);

/**
 * Reads a released package. Checks its schema, its SHA-256 and everything that the compiler checks.
 * @throws Problem `invalid_connector` that names every mistake.
 */
export function readPackage(value: unknown): ConnectorPackage {
  const mistakes = validate(value);
  if (mistakes.length > 0)
    throw new Problem('invalid_connector', 'The package does not fit its schema.', { errors: mistakes });
  const { sha256, ...content } = value as ConnectorPackage;
  if (digest(content) !== sha256) {
    throw new Problem('invalid_connector', 'The package does not match its sha256. Build it again.');
  }
  const { problems } = compileConnector(sourceTexts(value as ConnectorPackage));
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return value as ConnectorPackage;
  throw new Problem(
    'invalid_connector',
    `The connector has ${errors.length === 1 ? '1 mistake' : `${errors.length} mistakes`}; the first: ${errors[0]!.message}.`,
    {
      errors: errors.map(({ file, pointer, line, code, message, hint }) => ({
        pointer,
        line,
        code,
        detail: `${file}: ${message}${hint === undefined ? '' : `; ${hint}`}`,
      })),
    },
  );
}

/** Writes a package back as the files it is compiled from, without the fixtures, which packages do not have. */
export function sourceTexts(released: ConnectorPackage): Map<string, string> {
  const write = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const texts = new Map([['connector.json', write(released.connector)]]);
  for (const [name, action] of Object.entries(released.actions)) texts.set(`actions/${name}.json`, write(action));
  for (const [name, webhook] of Object.entries(released.webhooks)) texts.set(`webhooks/${name}.json`, write(webhook));
  for (const [name, workflow] of Object.entries(released.workflows ?? {}))
    texts.set(`workflows/${name}.json`, write(workflow));
  if (released.icon !== undefined) texts.set('icon.svg', released.icon);
  if (released.readme !== undefined) texts.set('README.md', released.readme);
  return texts;
}
