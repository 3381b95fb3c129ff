import { Problem } from '@tallyhook/schemas';
import { completeFolder, connectorFromCurl, connectorFromOpenApi, readDocument } from '@tallyhook/sdk/imports';
import type { ImportNote, MadeConnector } from '@tallyhook/sdk/imports';
import type { FolderFile } from '@tallyhook/store/connectors';
import type { ImportedFolder } from './folder-jobs.ts';

/** The files that a connector is begun with, and what could not be taken over. */
export interface BegunFolder {
  connector: string;
  files: FolderFile[];
  notes: string[];
}

/** A document can have thousands of places; a person reads the first. */
const maxNotes = 200;

/**
 * Makes a connector from an OpenAPI document or a curl command.
 * @throws Problem `invalid_input`
 */
export async function importFolder(wanted: ImportedFolder): Promise<BegunFolder> {
  if (wanted.from === 'curl') {
    const { made, notes } = connectorFromCurl(wanted.command, wanted);
    return begun(await completeFolder(made), notes);
  }
  try {
    const document = readDocument(wanted.document, 'The document');
    const made = await completeFolder(connectorFromOpenApi(document, wanted));
    return begun(made, made.notes.map(noteText));
  } catch (error) {
    // Wrong usage of a command line is wrong input here.
    if (!(error instanceof Problem) || error.code !== 'invalid_usage') throw error;
    throw new Problem('invalid_input', error.message, { errors: error.errors });
  }
}

function begun({ id, texts }: MadeConnector, notes: readonly string[]): BegunFolder {
  const more = notes.length - maxNotes;
  return {
    connector: id,
    files: filesOf(texts),
    notes: [...notes.slice(0, maxNotes), ...(more > 0 ? [`And ${more} more.`] : [])],
  };
}

/** Texts by path as files, in the order of their paths. */
export function filesOf(texts: ReadonlyMap<string, string>): FolderFile[] {
  return [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function noteText({ kind, pointer, what, reason }: ImportNote): string {
  const how = kind === 'leftOut' ? 'Left out' : 'Simplified';
  return `${how}: ${what ?? pointer}: ${reason}.`;
}
