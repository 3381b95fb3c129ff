import { ActionError } from '../action-error.ts';
import { PrivateAddressError } from './addresses.ts';

/** State of a request when it failed. */
export interface FailureState {
  /** Whether it failed before anything could be sent. */
  isUnsent: boolean;
  isTimeout?: boolean;
  isStopped: boolean;
}

/** Describes why a request has no answer and whether it may have arrived. */
export function describeFailure(error: unknown, host: string, state: FailureState): ActionError {
  if (error instanceof ActionError) return error;
  const cause = innermost(error);
  const mayHaveArrived = !state.isUnsent;
  if (state.isStopped)
    return new ActionError('transient', `the call to ${host} was stopped`, { mayHaveArrived, cause });
  if (state.isUnsent) return describeUnsent(cause, host);
  if (state.isTimeout || cause.name === 'TimeoutError')
    return new ActionError('transient', `${host} did not answer in time`, { mayHaveArrived, cause });
  return new ActionError('transient', `the connection to ${host} broke before the answer (${codeOf(cause)})`, {
    mayHaveArrived,
    cause,
  });
}

/** Error codes of connections that could not be made. */
const noConnection = /^(E(CONN|HOST|NET)[A-Z]+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/;

function describeUnsent(cause: Error, host: string): ActionError {
  // Node and got throw TypeError before connecting if HTTP cannot carry the request.
  if (cause instanceof TypeError)
    return new ActionError('fatal', `the request to ${host} could not be written: ${cause.message}`, { cause });
  if (cause instanceof PrivateAddressError) return new ActionError('fatal', cause.message, { cause });
  const code = codeOf(cause);
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) {
    return new ActionError('fatal', `the certificate of ${host} cannot be trusted (${code})`, { cause });
  }
  return new ActionError('transient', `${host} cannot be reached (${code})`, {
    unreached: noConnection.test(code),
    cause,
  });
}

/** got wraps the connection's error. */
function innermost(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.name;
}
