import { Problem, problemKinds, type ProblemCode, type ProblemDocument } from '@tallyhook/schemas';

/**
 * Turns a refusal from the server back into a `Problem`. Its `problemDocument` is the document as received, whatever
 * version of the product wrote it.
 */
export function problemOfAnswer(status: number, body: unknown): Problem {
  if (!isDocument(body)) {
    return new Problem('internal', `The server answered ${status} without saying why. Is this address Tallyhook's?`, {
      members: { status },
    });
  }
  const { code, detail, errors, ...members } = body;
  return new Problem(isCode(code) ? code : 'internal', detail, { errors: errors ?? [], members: { ...members, code } });
}

/** Another version of the product may know other codes. */
type AnsweredDocument = Pick<ProblemDocument, 'detail' | 'errors'> & { code: string; [member: string]: unknown };

function isDocument(body: unknown): body is AnsweredDocument {
  const document = body as Partial<AnsweredDocument> | null;
  return typeof document === 'object' && typeof document?.code === 'string' && typeof document.detail === 'string';
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemKinds, code);
}
