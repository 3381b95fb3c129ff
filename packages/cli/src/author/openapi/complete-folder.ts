import { Problem } from '@tallyhook/schemas';
import { type ConnectorPackage, sampleActionFixture } from '@tallyhook/sdk';
import { editorFiles, schemaFolder } from '../editor-files.ts';
import type { MadeConnector } from './connector-from-openapi.ts';
import type { Note } from './model.ts';

/** A folder of a connector holds no more files than 1000, and each action has a fixture. */
const mostFixtures = 450;

/**
 * Adds what a folder has besides what the document says: a fixture of each action whose answer can be made up, the
 * schemas that its files name, and what helps an editor.
 */
export async function completeFolder(made: MadeConnector): Promise<MadeConnector> {
  const { fixtures, notes } = await makeFixtures(made.released);
  const isTooMany = fixtures.length > mostFixtures;
  const texts = new Map<string, string>();
  for (const [path, text] of [...made.texts, ...(isTooMany ? [] : fixtures)]) texts.set(path, withSchema(path, text));
  for (const [path, text] of editorFiles()) texts.set(path, text);
  if (!isTooMany) return { ...made, texts, notes: [...made.notes, ...notes] };
  const reason = `a folder has room for ${mostFixtures} beside so many actions; --ops makes fewer`;
  return {
    ...made,
    texts,
    notes: [...made.notes, { kind: 'leftOut', pointer: '#/paths', what: 'the fixtures', reason }],
  };
}

async function makeFixtures(released: ConnectorPackage): Promise<{ fixtures: [string, string][]; notes: Note[] }> {
  const fixtures: [string, string][] = [];
  const notes: Note[] = [];
  for (const [name, { upload, pagination }] of Object.entries(released.actions)) {
    // Several requests belong together there, and their answers cannot be made up.
    if (upload !== undefined || pagination !== undefined) continue;
    try {
      const { kind, ...fixture } = await sampleActionFixture(released, name);
      const description = 'Made up from the document: the request is what the action sends, the answer is invented.';
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
