import { readFile, rm } from 'node:fs/promises';
import { Problem } from '@tallyhook/schemas';
import { writeWhole } from './whole-file.ts';

/** What `tallyhook login` keeps until `tallyhook logout`. */
export interface SavedSession {
  url: string;
  email: string;
  /** The value of the cookie `tallyhook_session`. */
  token: string;
  /** The workspace for verbs without an explicit one. */
  workspace?: string;
}

/** Reads the saved session; undefined if not logged in. */
export async function readSession(path: string): Promise<SavedSession | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Problem(
      'invalid_input',
      `The saved session ${path} cannot be read (${error.code}). Make it readable, or remove it and log in again.`,
    );
  });
  return text === undefined ? undefined : parseSession(text, path);
}

/** Saves a session with mode 0600, atomically. */
export function saveSession(path: string, session: SavedSession): void {
  writeWhole(path, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600, folderMode: 0o700 });
}

/** Deletes the session; does nothing if there is none. */
export async function removeSession(path: string): Promise<void> {
  await rm(path, { force: true });
}

function parseSession(text: string, path: string): SavedSession {
  const session = parseJson(text) as Partial<SavedSession> | undefined;
  if (typeof session?.url === 'string' && URL.canParse(session.url) && typeof session.token === 'string') {
    const { url, token, workspace } = session;
    return { url, token, email: String(session.email), ...(workspace === undefined ? {} : { workspace }) };
  }
  throw new Problem('invalid_input', `The saved session ${path} is not valid. Remove the file and log in again.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
