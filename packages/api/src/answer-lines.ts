import { problemDocument } from '@tallyhook/schemas';
import type { Request, Response } from 'express';
import { toProblem } from './middleware/problems.ts';

/**
 * Answers long work: with one JSON document, or, for clients that accept `application/x-ndjson`, line by line with
 * progress; the last line is then the result or a problem.
 */
export async function answerInLines<Progress, Result>(
  { request, response }: { request: Pick<Request, 'accepts'> & { requestId: string }; response: Response },
  work: (report: (progress: Progress) => void) => Promise<Result>,
  status = 200,
): Promise<void> {
  const isWanted = request.accepts('application/json', 'application/x-ndjson') === 'application/x-ndjson';
  const write = (line: object) => {
    if (!response.headersSent) response.status(status).setHeader('Content-Type', 'application/x-ndjson');
    response.write(`${JSON.stringify(line)}\n`);
  };
  try {
    const result = await work((progress) => isWanted && write({ progress }));
    if (!isWanted) {
      response.status(status).json(result);
      return;
    }
    write({ result });
  } catch (error) {
    if (!response.headersSent) throw error;
    write({ problem: problemDocument(toProblem(error), request.requestId) });
  }
  response.end();
}
