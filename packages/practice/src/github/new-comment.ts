import type { Refusal } from './refusals.ts';

const maxCharacters = 65_536;

/** Reads the body of "create an issue comment". Refusals have GitHub's wording. */
export function readNewComment(
  contentType: string | undefined,
  bytes: Buffer,
): { body: string } | { refusal: Refusal } {
  if (!/^application\/([\w.+-]+\+)?json(;|$)/i.test(contentType ?? '')) {
    return { refusal: { status: 415, message: `Unsupported Media Type: ${contentType ?? 'none'}` } };
  }
  const value = parse(bytes);
  if (value === undefined) return { refusal: { status: 400, message: 'Problems parsing JSON' } };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { refusal: { status: 400, message: 'Body should be a JSON object' } };
  }
  return checkBody((value as { body?: unknown }).body);
}

function checkBody(body: unknown): { body: string } | { refusal: Refusal } {
  if (body === undefined) return { refusal: { status: 422, message: 'Invalid request.\n\n"body" wasn\'t supplied.' } };
  if (typeof body !== 'string') {
    const message = `Invalid request.\n\nFor 'properties/body', ${JSON.stringify(body)} is not a string.`;
    return { refusal: { status: 422, message } };
  }
  if (body.trim() === '') return { refusal: invalid('Body cannot be blank') };
  if (body.length > maxCharacters) {
    return { refusal: invalid(`Body is too long (maximum is ${maxCharacters} characters)`) };
  }
  return { body };
}

function invalid(message: string): Refusal {
  const errors = [{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message }];
  return { status: 422, message: 'Validation Failed', errors };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
