import type { ActionInput, Connector, ValueSchema } from '@tallyhook/schemas';
import { any, objectOf, scalar, type Roots, type Shape } from '../templates/shapes.ts';

/** The names that templates may begin with somewhere; no input may be called like one. */
export const reservedNames = ['account', 'event', 'file', 'piece', 'response', 'start', 'test', 'transfer', 'upload'];

const secretRefused: Shape = {
  kind: 'refused',
  code: 'secret_not_here',
  message: 'a secret of the account may not stand here',
  hint: 'secrets belong in signIn, in headers and in bodies',
};

/** What is known of the account; without a connector, nothing. `secrets` says whether credentials may be used. */
export function accountRoots(connector: Connector | undefined, { secrets }: { secrets: boolean }): Roots {
  if (connector === undefined) return { account: any };
  if (connector.account === undefined) return {};
  const shape = (secret = false): Shape => (secret && !secrets ? secretRefused : scalar);
  return {
    account: objectOf(Object.fromEntries(connector.account.fields.map(({ name, secret }) => [name, shape(secret)]))),
  };
}

/** The inputs of an action by name. */
export function inputRoots(input: ActionInput): Roots {
  return Object.fromEntries(Object.entries(input.properties).map(([name, schema]) => [name, shapeOf(schema)]));
}

function shapeOf(schema: ValueSchema): Shape {
  if (schema.type === undefined) return any;
  if (schema.type === 'array') return { kind: 'list', item: schema.items === undefined ? any : shapeOf(schema.items) };
  if (schema.type !== 'object') return scalar;
  if (schema.properties === undefined || schema.additionalProperties !== false) return any;
  return objectOf(Object.fromEntries(Object.entries(schema.properties).map(([name, child]) => [name, shapeOf(child)])));
}

/** The answer to a request. */
export const responseShape: Shape = objectOf({ status: scalar, headers: any, body: any });

/** A delivery; `item` is there where the body is split. */
export function eventRoots({ split }: { split: boolean }): Roots {
  const parts = { method: scalar, headers: any, query: any, body: any };
  return { event: objectOf(split ? { ...parts, item: any } : parts) };
}
