import { nameOf } from './action.ts';
import { joinFlows } from './join-flows.ts';
import type { ApiDocument } from './model.ts';
import { withOneAuthorization } from './one-authorization.ts';
import { createReader } from './place.ts';
import { readApi } from './read-api.ts';
import { chooseSignIn, plainKinds } from './sign-in.ts';

/** What can be chosen of a document before a connector is made of it. */
export interface OpenApiContents {
  title: string;
  operations: ListedOperation[];
  /** The names of the sign-ins that a connector can have; those without a declaration if the document has none. */
  signIns: string[];
}

export interface ListedOperation {
  /** The name to choose it by, such as `POST /pets`. */
  name: string;
  summary: string | undefined;
  isDeprecated: boolean;
}

/** Lists what an OpenAPI 3.1 document offers. */
export function listOperations(document: Record<string, unknown>): OpenApiContents {
  // Broken references are reported when the connector is made.
  const api = withOneAuthorization(joinFlows(readApi(createReader(document, () => undefined))).api);
  return {
    title: api.title,
    operations: api.operations.map((operation) => ({
      name: nameOf(operation),
      summary: operation.summary ?? operation.id,
      isDeprecated: operation.deprecated,
    })),
    signIns: signInsOf(api),
  };
}

function signInsOf({ schemes, operations }: ApiDocument): string[] {
  if (schemes.length === 0) return [...plainKinds];
  return schemes.map(({ name }) => name).filter((name) => chooseSignIn(schemes, operations, name) !== undefined);
}
