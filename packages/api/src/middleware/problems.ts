import { Problem, problemDocument, type ProblemCode } from '@tallyhook/schemas';
import { problemFrom } from '@tallyhook/store';
import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { ClientLeft } from '../leave-signal.ts';
import type { RouteRequest } from '../route.ts';

/** The only place where an error becomes a response: a problem document, without internals. */
export function answerProblems(logger: Logger): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  return (error: unknown, request, response, _next) => {
    const { requestId } = request as unknown as RouteRequest;
    const problem = toProblem(error);
    const isAlone = response.destroyed || request.socket.destroyed;
    if (isAlone && isLeaving(error)) return;
    if (problem.kind.status >= 500) logger.error({ requestId, code: problem.code, ...describeError(error) });
    if (response.headersSent) {
      // A partial response must not look complete.
      response.destroy();
      return;
    }
    sendProblem(response, problem, requestId);
  };
}

/** Sends a problem document with the headers for its status. */
export function sendProblem(response: Response, problem: Problem, requestId: string): void {
  const { status } = problem.kind;
  if (problem.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(problem.retryAfterSeconds));
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="tallyhook"');
  for (const header of ['Content-Disposition', 'ETag']) response.removeHeader(header);
  response.setHeader('Cache-Control', 'no-store');
  response.status(status).type('application/problem+json');
  response.send(JSON.stringify(problemDocument(problem, requestId)));
}

/**
 * Converts any error to a problem: a lost MongoDB connection to `unavailable`, Express errors by kind, everything else
 * to `internal`.
 */
export function toProblem(error: unknown): Problem {
  const known = problemFrom(error);
  if (known instanceof Problem) return known;
  if (isNoSpace(error)) {
    const detail = 'The server has no disk space left to store what was sent. Ask its operator to free some.';
    return new Problem('unavailable', detail, { retryAfterSeconds: 60, cause: error });
  }
  return fromExpress(error) ?? internal(error);
}

function internal(cause: unknown): Problem {
  return new Problem('internal', 'Something failed on our side. The log has details under this request id.', {
    cause,
  });
}

const expressProblems: Record<string, { code: ProblemCode; detail: string }> = {
  'encoding.unsupported': {
    code: 'unsupported_type',
    detail: 'Send the body plain or with Content-Encoding gzip, deflate or br.',
  },
};

function fromExpress(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { type, status } = error as { type?: unknown; status?: unknown };
  if (type === 'entity.too.large') return tooLarge(error);
  const known = typeof type === 'string' && Object.hasOwn(expressProblems, type) ? expressProblems[type] : undefined;
  if (known) return new Problem(known.code, known.detail, { cause: error });
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return new Problem('invalid_request', 'The request is malformed: its address, headers or body cannot be read.', {
    cause: error,
  });
}

/** A body with a declared length was not read; one without was read up to the limit. */
function tooLarge(error: Error): Problem {
  const { limit, expected } = error as { limit?: number; expected?: number };
  const given = expected === undefined ? 'is longer' : `has ${expected} bytes`;
  const detail = `This address accepts a body of at most ${limit} bytes; this one ${given}. Send less at once.`;
  return new Problem('body_too_large', detail, { cause: error });
}

const leavingCodes = new Set<unknown>(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether an error only means that the client closed its connection. */
function isLeaving(error: unknown): boolean {
  if (error instanceof ClientLeft) return true;
  return error instanceof Error && 'code' in error && leavingCodes.has(error.code);
}

function isNoSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

function describeError(error: unknown): { message: string; stack?: string } {
  if (!(error instanceof Error)) return { message: 'the thrown value is not an error' };
  const cause = error instanceof Problem && error.cause instanceof Error ? error.cause : error;
  return { message: cause.message, stack: cause.stack };
}
