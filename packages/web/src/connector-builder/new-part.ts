import type { FolderFiles } from './edited-folder.ts';

/** A folder with one more file, or one that is called otherwise. */
export interface Added {
  files: FolderFiles;
  path: string;
}

const starts = {
  action: (label: string) => ({
    $schema: '../.schemas/action.schema.json',
    label,
    input: { type: 'object', properties: {} },
    request: { method: 'GET', path: '/' },
  }),
  webhook: (label: string) => ({
    $schema: '../.schemas/webhook.schema.json',
    label,
    event: '{{event.body.type}}',
    deliveryId: '{{event.body.id}}',
    missingId: 'run',
    account: 'address',
  }),
};

/** Adds an action or a webhook with a name of its own. */
export function addPart(files: FolderFiles, kind: 'action' | 'webhook', label: string): Added {
  const path = freePath(files, `${kind}s`, slugOf(label) || kind);
  return { path, files: { ...files, [path]: asText(starts[kind](label)) } };
}

/** Adds a fixture for an action or a webhook. */
export function addFixture(files: FolderFiles, name: string, fixture: unknown): Added {
  const path = freePath(files, 'fixtures', name);
  return { path, files: { ...files, [path]: typeof fixture === 'string' ? fixture : asText(fixture) } };
}

/** Removes a file. */
export function removeFile(files: FolderFiles, path: string): FolderFiles {
  return Object.fromEntries(Object.entries(files).filter(([own]) => own !== path));
}

/** Lower-case letters, digits and hyphens of a name, beginning with a letter. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 60);
}

/** The path of a new file: the name, with a number if it is taken. */
export function freePath(files: FolderFiles, folder: string, name: string): string {
  const pathOf = (number: number) => `${folder}/${name}${number === 1 ? '' : `-${number}`}.json`;
  let number = 1;
  while (pathOf(number) in files) number += 1;
  return pathOf(number);
}

function asText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
