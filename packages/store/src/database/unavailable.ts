import { MongoError, MongoNetworkError, MongoNotConnectedError, MongoServerSelectionError } from 'mongodb';

/** What the driver says while it takes connections down and up again. */
const betweenConnections = new Set(['MongoPoolClosedError', 'MongoServerClosedError', 'MongoTopologyClosedError']);

/** A server that stops, or is no primary any more. */
const shutdownOrStepDown = new Set([91, 189, 10107, 11600, 11602, 13435, 13436]);

/** Whether an operation failed because MongoDB cannot be reached, or has no primary, right now. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isEndedConnection(error);
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    betweenConnections.has(error.name) ||
    error.hasErrorLabel('RetryableWriteError') ||
    shutdownOrStepDown.has(Number(error.code))
  );
}

/** The driver hands on the socket's own error when it writes to a connection that the server has just ended. */
function isEndedConnection(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'EPIPE' && /[\\/]mongodb[\\/]/.test(error.stack ?? '')
  );
}
