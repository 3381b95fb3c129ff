import { Problem } from '@tallyhook/schemas';
import { namesCredential } from '../recording/credential-names.ts';
import type { ApiDocument, Operation, Server } from './model.ts';
import type { BaseAddress } from './servers.ts';
import { schemesPointer, type SignInPlan } from './sign-in.ts';

/** The result of moving a credential at the start of all paths from the operations to the servers. */
export interface Lifted {
  api: ApiDocument;
  operations: Operation[];
  /** The moved part, such as `/bot{token}`; empty if there was none. */
  prefix: string;
}

/**
 * Finds a credential that is a parameter of every path, as in `/bot{token}/getMe`, and makes it part of the address,
 * with the parameters before it: `/webhooks/{id}/{token}`.
 */
export function liftKey(api: ApiDocument, operations: Operation[]): Lifted {
  const segments = (operations[0]?.path ?? '').split('/');
  const end = 1 + segments.findIndex((segment) => namesIn(segment).some(namesCredential));
  const prefix = segments.slice(0, end).join('/');
  const names = namesIn(prefix);
  const isShared = operations.every(
    ({ path, server }) => server === undefined && (path === prefix || path.startsWith(`${prefix}/`)),
  );
  if (names.length === 0 || !isShared) return { api, operations, prefix: '' };
  type Parameter = Operation['parameters'][number];
  const isLifted = (parameter: Parameter): boolean => parameter.in === 'path' && names.includes(parameter.name);
  const variables = names.map((name) => {
    const description = operations[0]!.parameters.find((one) => isLifted(one) && one.name === name)?.description;
    return { name, description, default: undefined, allowed: [] };
  });
  const servers = api.servers.map((server): Server => ({
    ...server,
    url: server.url.replace(/\/+$/, '') + prefix,
    variables: [...server.variables, ...variables],
  }));
  const bare = operations.map((operation) => ({
    ...operation,
    path: operation.path.slice(prefix.length) || '/',
    parameters: operation.parameters.filter((parameter) => !isLifted(parameter)),
  }));
  return { api: { ...api, servers }, operations: bare, prefix };
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!);

/**
 * Adds the credential in the address to the sign-in: as a key in front of each path, with the document's own sign-in as
 * an additional header.
 * @throws Problem `invalid_input` if that sign-in is not a header
 */
export function withKeyInPath(plan: SignInPlan, { keyPath }: BaseAddress): SignInPlan {
  if (keyPath === undefined) return plan;
  const { signIn } = plan;
  const additional =
    signIn.kind === 'none'
      ? {}
      : signIn.kind === 'bearer'
        ? { Authorization: `Bearer ${signIn.token}` }
        : signIn.kind === 'key' && signIn.in === 'header'
          ? { [signIn.name!]: signIn.value }
          : undefined;
  if (additional === undefined) {
    const detail = `The address contains a credential, ${keyPath}, and the document also signs in with ${signIn.kind}, but a connector can use only one of them. Give a base address without the credential, or choose another sign-in.`;
    throw new Problem('invalid_input', detail);
  }
  return {
    ...plan,
    signIn: { kind: 'key', in: 'path', value: keyPath },
    headers: { ...plan.headers, ...additional },
    // With the key in the path it doesn't matter that the document names no sign-in.
    notes: plan.notes.filter(({ pointer }) => pointer !== schemesPointer),
  };
}
