import { Problem } from '@tallyhook/schemas';
import {
  completeFolder,
  connectorFromCurl,
  connectorFromOpenApi,
  listOperations,
  readDocument,
} from '@tallyhook/sdk/imports';
import type { ImportNote, MadeConnector, OpenApiContents } from '@tallyhook/sdk/imports';
import type { FolderFile } from '@tallyhook/store/connectors';
import { filesOf } from './files-of.ts';
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
  const made = asInput(() => connectorFromOpenApi(readDocument(wanted.document, documentName), wanted));
  const complete = await completeFolder(made);
  return begun(complete, complete.notes.map(noteText));
}

const documentName = 'The document';

/**
 * Lists what a connector can be made of in an OpenAPI document.
 * @throws Problem `invalid_input`
 */
export function readContents(document: string): OpenApiContents {
  return asInput(() => listOperations(readDocument(document, documentName)));
}

/** Wrong usage of a command line is wrong input here. */
function asInput<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
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

function noteText({ kind, pointer, what, reason }: ImportNote): string {
  const how = kind === 'leftOut' ? 'Left out' : 'Simplified';
  return `${how}: ${what ?? pointer}: ${reason}.`;
}
