import { Problem } from '@tallyhook/schemas';
import { sampleActionFixture } from '../samples/sample-fixture.ts';
import { schemaFolder } from '../starters/schema-folder.ts';
import type { MadeConnector } from './connector-from-openapi.ts';
import type { Note } from './model.ts';

/** A connector's folder holds at most 1000 files; leave some for later edits. */
const maxFiles = 950;

/**
 * Adds files that do not come from the document: a fixture for each action whose answer can be made up, and files
 * `besides`, such as those for an editor.
 */
export async function completeFolder(
  made: MadeConnector,
  besides: ReadonlyMap<string, string> = new Map(),
): Promise<MadeConnector> {
  const { fixtures, notes } = await makeFixtures(made);
  const room = Math.max(0, maxFiles - made.texts.size - besides.size);
  const texts = new Map<string, string>();
  for (const [path, text] of [...made.texts, ...fixtures.slice(0, room)]) texts.set(path, withSchema(path, text));
  for (const [path, text] of besides) texts.set(path, text);
  const left = fixtures.length - room;
  return {
    ...made,
    texts,
    notes: [...made.notes, ...notes, ...(left > 0 ? [withoutRoom(left, fixtures.length)] : [])],
  };
}

function withoutRoom(left: number, all: number): Note {
  const reason = 'the folder would have too many files; choose fewer operations';
  return { kind: 'leftOut', pointer: '#/paths', what: `${left} of ${all} fixtures`, reason };
}

async function makeFixtures({
  released,
  statuses,
}: MadeConnector): Promise<{ fixtures: [string, string][]; notes: Note[] }> {
  const fixtures: [string, string][] = [];
  const notes: Note[] = [];
  for (const [name, { upload, pagination }] of Object.entries(released.actions)) {
    // These take several requests, whose answers cannot be made up.
    if (upload !== undefined || pagination !== undefined) continue;
    try {
      const { kind, ...fixture } = await sampleActionFixture(released, name, statuses[name]);
      const description = 'Generated from the document: the request is what the action sends, the response is made up.';
      fixtures.push([`fixtures/${name}.json`, write({ kind, description, ...fixture })]);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      notes.push({ kind: 'leftOut', pointer: '#/paths', what: `the fixture of ${name}`, reason: error.message });
    }
  }
  return { fixtures, notes };
}

function withSchema(path: string, text: string): string {
  const [, folder] = /^(?:(action|fixture)s\/.*|connector)\.json$/.exec(path) ?? [];
  if (!path.endsWith('.json')) return text;
  const $schema =
    folder === undefined ? `./${schemaFolder}/connector.schema.json` : `../${schemaFolder}/${folder}.schema.json`;
  return write({ $schema, ...(JSON.parse(text) as object) });
}

function write(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
