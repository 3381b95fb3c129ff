import {
  execute,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLFormattedError,
} from 'graphql';
import { Problem } from '@tallyhook/schemas';
import { toProblem } from '../middleware/problems.ts';
import type { BranchSchema } from './build-schema.ts';
import { createContext, type OperationContext } from './context.ts';
import { checkOperation, operationLimits } from './operation-limits.ts';
import { schemaOf } from './schema-cache.ts';

/** What a request asks to be run. */
export interface Operation {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
  /** Why it is not known what is asked: a key of the request stands twice. */
  unclear?: Problem;
}

/** An answer of GraphQL and the HTTP status that it goes out with. */
export interface OperationResult {
  status: number;
  body: { data?: ExecutionResult['data']; errors?: GraphQLFormattedError[] };
}

type Surroundings = Omit<OperationContext, 'load' | 'spend'> & {
  /** Whether mutations are taken: those that come by GET are not. */
  mayMutate: boolean;
};

const mostErrors = 20;

/** Runs one operation on the caller's branch. What it throws, such as a mutation by a reader, has begun nothing. */
export async function runOperation(
  { query, operationName, variables, unclear }: Operation,
  { mayMutate, ...given }: Surroundings,
): Promise<OperationResult> {
  if (unclear) return { status: 400, body: { errors: [formatted(unclear)] } };
  const branch = schemaOf(given.caller.branch.types);
  const read = readDocument(query, branch);
  if ('errors' in read) return refused(read.errors);
  const operation = getOperationAST(read.document, operationName);
  if (!operation) {
    throw new Problem('invalid_request', 'The document has no operation of that name, or several and none was named.');
  }
  if (operation.operation === OperationTypeNode.MUTATION) refuseMutation(given.caller, mayMutate);
  checkOperation(read.document, operation, branch.aggregates);
  const { data, errors = [] } = await execute({
    schema: branch.schema,
    document: read.document,
    contextValue: createContext(given),
    variableValues: variables,
    operationName,
  });
  given.turn.left.throwIfAborted();
  // Without `data` nothing was run: a variable did not fit.
  if (data === undefined) return refused(errors);
  const failures = errors.slice(0, mostErrors).map((error) => describe(error, given));
  return { status: 200, body: { data, ...(failures.length === 0 ? {} : { errors: failures }) } };
}

function readDocument(
  query: string,
  { schema }: BranchSchema,
): { document: DocumentNode } | { errors: readonly GraphQLError[] } {
  try {
    const document = parse(query, { maxTokens: operationLimits.tokens });
    const errors = validate(schema, document, undefined, { maxErrors: mostErrors });
    return errors.length === 0 ? { document } : { errors };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

function refuseMutation({ abilities, role }: OperationContext['caller'], mayMutate: boolean): void {
  if (!mayMutate) throw new Problem('method_not_allowed', 'A mutation is sent with POST.');
  if (abilities.has('write')) return;
  const who = role === undefined ? 'This key' : `The role ${role}`;
  throw new Problem('forbidden', `${who} cannot change records here: it takes the ability "write".`);
}

function refused(errors: readonly GraphQLError[]): OperationResult {
  const described = errors.map((error) => ({ ...error.toJSON(), extensions: { code: 'invalid_request' } }));
  return { status: 400, body: { errors: described } };
}

/** An error of one field, with the code and the mistakes of its problem document, and without internals. */
function describe(error: GraphQLError, { deps }: Pick<OperationContext, 'deps'>): GraphQLFormattedError {
  const { locations, path } = error.toJSON();
  const problem = error.originalError === undefined ? undefined : toProblem(error.originalError);
  if (problem === undefined) return { ...error.toJSON(), extensions: { code: 'invalid_request' } };
  if (problem.kind.status >= 500) deps.logger.error({ code: problem.code, message: error.originalError?.message });
  return { ...formatted(problem), locations, path };
}

function formatted({ message, code, kind, errors, retryAfterSeconds, members }: Problem): GraphQLFormattedError {
  const extensions = {
    code,
    status: kind.status,
    ...(errors.length === 0 ? {} : { errors }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...members,
  };
  return { message, extensions };
}
