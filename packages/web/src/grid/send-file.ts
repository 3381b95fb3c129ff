import type { ProblemDocument } from '@tallyhook/schemas';
import type { SavedFile } from '@tallyhook/schemas/api';
import { addressOf } from '../api/call.ts';
import { Refusal, refusalFrom } from '../api/send.ts';
import type { Place } from '../place.tsx';

/**
 * Stores a file on the branch.
 * @throws Refusal
 */
export async function sendFile(place: Place, file: File): Promise<SavedFile> {
  const address = addressOf(place, 'POST /api/files', { query: { name: file.name } });
  const type = file.type || 'application/octet-stream';
  let answer: Response;
  try {
    answer = await fetch(address, { method: 'POST', headers: { 'Content-Type': type }, body: file });
  } catch {
    throw new Refusal('unreachable', `${file.name} could not be sent: check your connection and add it again.`);
  }
  if (answer.ok) return (await answer.json()) as SavedFile;
  const problem = (await answer.json().catch(() => null)) as Partial<ProblemDocument> | null;
  const unexplained = `${file.name} could not be stored.`;
  throw refusalFrom(problem, { requestId: answer.headers.get('X-Request-Id'), unexplained });
}
