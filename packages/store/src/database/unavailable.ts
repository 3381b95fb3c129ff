import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerSelectionError,
} from 'mongodb';

/** Errors of the driver while it replaces connections. */
const betweenConnections = new Set(['MongoPoolClosedError', 'MongoServerClosedError', 'MongoTopologyClosedError']);

/** Codes of a server that shuts down or is no longer primary. */
const shutdownOrStepDown = new Set([91, 189, 10107, 11600, 11602, 13435, 13436]);

/** Whether an operation failed because MongoDB is unreachable or has no primary at the moment. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isEndedConnection(error);
  // Around several writes at once, the driver wraps the error of the connection, and hides its kind.
  const wrapped: unknown = error instanceof MongoBulkWriteError ? error.errorResponse : undefined;
  if (wrapped instanceof Error) return isStoreUnavailable(wrapped);
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    betweenConnections.has(error.name) ||
    error.hasErrorLabel('RetryableWriteError') ||
    shutdownOrStepDown.has(Number(error.code))
  );
}

/** The driver passes on the socket's own error when it writes to a connection the server has just closed. */
function isEndedConnection(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'EPIPE' && /[\\/]mongodb[\\/]/.test(error.stack ?? '')
  );
}
