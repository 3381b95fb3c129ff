import type { FolderTry } from '@tallyhook/schemas/api';

type Sent = FolderTry['request'];
type Answer = FolderTry['answer'];

/** A request as it went out, with secrets masked by the server. */
export function describeRequest(request: Sent): string {
  if (request === null) return 'Nothing was sent.';
  const { method, url, headers, body } = request;
  return [`${method} ${url}`, ...linesOf(headers), ...bodyOf(body)].join('\n');
}

/** An answer as it came, with its beginning if it is long. */
export function describeAnswer(answer: Answer): string {
  if (answer === null) return 'No answer came.';
  const { status, headers, body, isCut } = answer;
  const end = isCut ? ['', '… and more'] : [];
  return [String(status), ...linesOf(headers), ...bodyOf(body), ...end].join('\n');
}

function linesOf(headers: Record<string, string | string[]>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
}

function bodyOf(body: string | null | undefined): string[] {
  if (body === undefined || body === null || body === '') return [];
  try {
    return ['', JSON.stringify(JSON.parse(body), null, 2)];
  } catch {
    return ['', body];
  }
}
