import assert from 'node:assert/strict';
import type { Connector, ConnectorAction } from '@tallyhook/schemas';
import { compileConnector } from '../src/compile/compile-connector.ts';
import { connectorFromOpenApi, type MadeConnector, type OpenApiWishes } from '../src/openapi/connector-from-openapi.ts';
import { readDocument } from '../src/openapi/read-document.ts';
import { buildRequest } from '../src/runtime/build-request.ts';

const account = { account: 'me', token: 'test-token', username: 'me', password: 'test-password', key: 'test-key' };

/** Makes a connector from parts of an OpenAPI 3 document; the result must compile. */
export function make(document: object, wishes: OpenApiWishes = {}): MadeConnector {
  const whole = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://api.example.com/v1/' }],
    ...document,
  };
  return compiled(whole, wishes);
}

export function makeFromSwagger2(document: object, wishes: OpenApiWishes = {}): MadeConnector {
  const whole = { swagger: '2.0', info: { title: 'Pets', version: '1' }, host: 'api.example.com', ...document };
  return compiled(whole, wishes);
}

function compiled(document: object, wishes: OpenApiWishes): MadeConnector {
  const made = connectorFromOpenApi(readDocument(JSON.stringify(document), 'openapi.json'), wishes);
  const errors = compileConnector(made.texts).problems.filter(({ severity }) => severity === 'error');
  assert.deepEqual(errors, []);
  assert.deepEqual(
    made.notes.filter(({ reason }) => reason.includes('would be refused')),
    [],
  );
  return made;
}

export function connectorOf(made: MadeConnector): Connector {
  return JSON.parse(made.texts.get('connector.json')!) as Connector;
}

export function actionOf(made: MadeConnector, name: string): ConnectorAction {
  return JSON.parse(made.texts.get(`actions/${name}.json`) ?? '{}') as ConnectorAction;
}

/** The request an action sends, as `POST address` with headers and body. */
export function sent(
  made: MadeConnector,
  name: string,
  input: object,
): { line: string; body: string | undefined; headers: Record<string, string> } {
  const { method, url, headers, body } = buildRequest(compileConnector(made.texts).package!, name, { input, account });
  return { line: `${method} ${url}`, body: body?.toString(), headers };
}

/** The notes about what was left out, as `pointer  what: reason`. */
export const leftOut = ({ notes }: MadeConnector): string[] =>
  notes.filter(({ kind }) => kind === 'leftOut').map(({ pointer, what, reason }) => `${pointer}  ${what}: ${reason}`);

/** A document with one operation. */
export const post = (operation: object): object => ({
  paths: { '/pets': { post: { operationId: 'addPet', ...operation } } },
});
export const get = (parameters: object[], path = '/pets'): object => ({
  paths: { [path]: { get: { operationId: 'listPets', parameters } } },
});
export const json = (schema: object): object => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
});
export const text = { type: 'string' };
