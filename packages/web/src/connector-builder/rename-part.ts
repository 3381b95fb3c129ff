import { readJson, setInJson, valueAt, type ValuePath } from './edit-json.ts';
import type { FolderFiles } from './edited-folder.ts';
import { freePath, slugOf, type Added } from './new-part.ts';
import { shortName } from './parts.ts';

/** The folders whose files have names that people choose. */
const folders = ['actions', 'webhooks', 'fixtures', 'workflows'];

/** Whether a file can have another name, and a copy. */
export function hasOwnName(path: string): boolean {
  return folders.includes(path.split('/')[0]!) && path.endsWith('.json');
}

/**
 * Gives a file another name. An action or a webhook is named after its file: fixtures, workflows and the README that name
 * it follow.
 * @throws Error for a name that cannot be one, or that is taken
 */
export function renamePart(files: FolderFiles, path: string, name: string): Added {
  const folder = path.split('/')[0]!;
  const named = `${folder}/${name}.json`;
  if (named === path) return { files, path };
  if (!/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/.test(name))
    throw new Error(
      `Use letters, digits and hyphens, beginning with a letter, such as "${slugOf(name) || 'create-contact'}".`,
    );
  if (named in files) throw new Error(`There is a file ${named} already.`);
  const follow = followersOf(files, folder, shortName(path), name);
  return {
    path: named,
    files: Object.fromEntries(
      Object.entries(files).map(([one, text]) => (one === path ? [named, text] : [one, follow(one, text)])),
    ),
  };
}

/** Where a file of a folder is after an undo or a redo, which may have given it another name; undefined if it is gone. */
export function pathAfter(before: FolderFiles, after: FolderFiles, path: string): string | undefined {
  if (path in after) return path;
  const folder = path.split('/')[0]!;
  return Object.keys(after).find(
    (one) => !(one in before) && one.startsWith(`${folder}/`) && after[one] === before[path],
  );
}

/** Adds a copy of a file, which is labelled as one. */
export function duplicatePart(files: FolderFiles, path: string): Added {
  const [folder] = path.split('/');
  const text = files[path]!;
  const label = valueAt(readJson(text)?.value, ['label']);
  const copy = freePath(files, folder!, `${shortName(path)}-copy`);
  const copied = typeof label === 'string' ? setInJson(text, ['label'], `${label} (copy)`) : text;
  return { path: copy, files: { ...files, [copy]: copied } };
}

/** How the texts of other files change when an action or a webhook gets another name. */
function followersOf(
  files: FolderFiles,
  folder: string,
  name: string,
  next: string,
): (path: string, text: string) => string {
  const key = folder === 'actions' ? 'action' : folder === 'webhooks' ? 'webhook' : undefined;
  if (key === undefined) return (_path, text) => text;
  const connector = valueAt(readJson(files['connector.json'] ?? '')?.value, ['id']);
  const isNamed = (value: unknown) => valueAt(value, [key]) === name;
  return (path, text) => {
    if (path.startsWith('fixtures/')) return isNamed(readJson(text)?.value) ? setInJson(text, [key], next) : text;
    if (path.startsWith('workflows/'))
      return placesIn(readJson(text)?.value, (value) => isNamed(value) && valueAt(value, ['connector']) === connector)
        .map((place) => [...place, key])
        .reduce((changed, place) => setInJson(changed, place, next), text);
    return path === 'README.md' ? text.replaceAll(`\`${name}\``, `\`${next}\``) : text;
  };
}

/** The places of the values in a JSON value that a test accepts. */
function placesIn(value: unknown, accepts: (value: unknown) => boolean, at: ValuePath = []): ValuePath[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Array.isArray(value)
    ? value.flatMap((item, index) => placesIn(item, accepts, [...at, index]))
    : Object.entries(value).flatMap(([name, item]) => placesIn(item, accepts, [...at, name]));
  return accepts(value) ? [at, ...below] : below;
}
