import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a new connector can start from: an API key, OAuth 2, a webhook or a file upload. */
export const starterNames = ['key', 'oauth2', 'webhook', 'upload'] as const;
/** One of `starterNames`. */
export type StarterName = (typeof starterNames)[number];

const folders = join(import.meta.dirname, 'files');

/** The files of a new connector, which passes `validate` and `test`, by path. */
export function readStarter(starter: StarterName, { id, name }: { id: string; name: string }): Map<string, string> {
  const fill = (text: string): string =>
    text
      .replace('"id": "example"', () => `"id": ${JSON.stringify(id)}`)
      .replace('"name": "Example"', () => `"name": ${JSON.stringify(name)}`)
      .replace('/hooks/example', () => `/hooks/${id}`)
      .replace(/^# Example$/m, () => `# ${name}`);
  return new Map([...readStarterFolder(starter)].map(([path, text]) => [path, fill(text)]));
}

/** The files of a starter as they are, by path. `file-body` and `file-form` are only parts of one. */
export function readStarterFolder(starter: StarterName | 'file-body' | 'file-form'): Map<string, string> {
  const folder = join(folders, starter);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}
