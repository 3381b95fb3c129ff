import {
  execute,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLFormattedError,
  type OperationDefinitionNode,
} from 'graphql';
import { Problem } from '@tallyhook/schemas';
import { requireAccess } from '../middleware/caller.ts';
import { toProblem } from '../middleware/problems.ts';
import type { BranchSchema } from './build-schema.ts';
import { createContext, type OperationContext, type OperationSurroundings } from './context.ts';
import { checkOperation, operationLimits } from './operation-limits.ts';

/** The operation of a request. */
export interface Operation {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
  /** Set if the request has a duplicate key, so that its meaning is ambiguous. */
  unclear?: Problem;
}

/** A GraphQL response and its HTTP status. */
export interface OperationResult {
  status: number;
  body: { data?: ExecutionResult['data']; errors?: GraphQLFormattedError[] };
}

type Surroundings = OperationSurroundings & {
  /** Whether mutations are allowed; over GET they are not. */
  mayMutate: boolean;
};

const maxErrors = 20;

/**
 * Runs one operation on the caller's branch. Errors that it throws, such as a reader's mutation, come before anything
 * is executed.
 */
export async function runOperation(
  { query, operationName, variables, unclear }: Operation,
  branch: BranchSchema,
  { mayMutate, ...given }: Surroundings,
): Promise<OperationResult> {
  if (unclear) return { status: 400, body: { errors: [formatted(unclear)] } };
  const read = readDocument(query, branch);
  if ('errors' in read) return refused(read.errors);
  const operation = getOperationAST(read.document, operationName);
  if (!operation) {
    throw new Problem(
      'invalid_request',
      'The document has no operation with that name, or it has several and "operationName" is missing.',
    );
  }
  const roots = checkOperation(read.document, operation, branch);
  if (operation.operation === OperationTypeNode.MUTATION) {
    if (!mayMutate) throw new Problem('method_not_allowed', 'Send mutations with POST.');
    for (const { name } of roots) requireAccess(given.caller, branch.accessOf(name.value));
    await requireAll(roots, operation, { branch, variables, given });
    await given.deps.space.requireRoom();
  }
  const { data, errors = [] } = await execute({
    schema: branch.schema,
    document: read.document,
    contextValue: createContext(given),
    variableValues: variables,
    operationName,
  });
  given.turn.left.throwIfAborted();
  // No `data` means nothing ran: a variable was invalid.
  if (data === undefined) return refused(errors);
  const failures = errors.slice(0, maxErrors).map((error) => describe(error, given));
  return { status: 200, body: { data, ...(failures.length === 0 ? {} : { errors: failures }) } };
}

/**
 * Asks for what the root fields need with their arguments. What does not exist yet may be made by an earlier field, and a
 * mistake in the arguments is reported where the field is.
 * @throws Problem `forbidden`
 */
async function requireAll(
  roots: readonly FieldNode[],
  { variableDefinitions = [] }: OperationDefinitionNode,
  {
    branch,
    variables,
    given,
  }: { branch: BranchSchema; variables: Operation['variables']; given: OperationSurroundings },
): Promise<void> {
  const { schema } = branch;
  const { coerced } = getVariableValues(schema, variableDefinitions, variables ?? {});
  // The execution refuses the variables itself.
  if (coerced === undefined) return;
  for (const node of roots) {
    const require = branch.requirementOf(node.name.value);
    const field = schema.getMutationType()?.getFields()[node.name.value];
    if (!require || !field) continue;
    try {
      await require(getArgumentValues(field, node, coerced), given);
    } catch (error) {
      const isLater = error instanceof GraphQLError || (error instanceof Problem && error.code !== 'forbidden');
      if (!isLater) throw error;
    }
  }
}

function readDocument(
  query: string,
  { schema }: BranchSchema,
): { document: DocumentNode } | { errors: readonly GraphQLError[] } {
  try {
    const document = parse(query, { maxTokens: operationLimits.tokens });
    const errors = validate(schema, document, undefined, { maxErrors });
    return errors.length === 0 ? { document } : { errors };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

function refused(errors: readonly GraphQLError[]): OperationResult {
  const described = errors.map((error) => ({ ...error.toJSON(), extensions: { code: 'invalid_request' } }));
  return { status: 400, body: { errors: described } };
}

/** Describes a field's error with the code and mistakes of its problem document, without internals. */
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
