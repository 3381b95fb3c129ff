import { ActionError } from '../action-error.ts';
import { PrivateAddressError } from './addresses.ts';

/** What was going on when a request failed. */
export interface FailureState {
  /** Whether the failure came before anything could be sent. */
  isUnsent: boolean;
  isTimeout: boolean;
  isStopped: boolean;
}

/** Says what became of a request that got no answer. */
export function describeFailure(error: unknown, host: string, state: FailureState): ActionError {
  if (error instanceof ActionError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  const mayHaveArrived = !state.isUnsent;
  if (state.isStopped)
    return new ActionError('transient', `the call of ${host} was stopped`, { mayHaveArrived, cause });
  if (state.isUnsent) return describeConnectFailure(cause, host);
  if (unwritable.has(codeOf(cause)))
    return new ActionError('fatal', `no request could be written to ${host}: ${cause.message}`, { cause });
  if (state.isTimeout) return new ActionError('transient', `${host} did not answer in time`, { mayHaveArrived, cause });
  return new ActionError('transient', `the connection to ${host} broke before the answer (${codeOf(cause)})`, {
    mayHaveArrived,
    cause,
  });
}

/** What is found wrong with a request before anything of it is sent, and would be found again each time. */
const unwritable = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

/** No connection was made, which is another matter than a file that could not be read to be sent. */
const noConnection = /^(E(CONN|HOST|NET)[A-Z]+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

function describeConnectFailure(cause: Error, host: string): ActionError {
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

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.name;
}
