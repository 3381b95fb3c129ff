import { Problem } from '@tallyhook/schemas';
import type { ConnectorFolderPut } from '@tallyhook/schemas/api';
import { maxFileBytes } from '@tallyhook/sdk';
import type { FolderFile } from '@tallyhook/store/connectors';

/** A file directly in the folder or in one of its folders; none that is hidden, which the compiler passes over. */
const validPath = /^(?:[^./\\\p{C}][^/\\\p{C}]*\/)?[^./\\\p{C}][^/\\\p{C}]*$/u;

/**
 * The files of a request in the order of their paths.
 * @throws Problem `invalid_input` if a path is not one inside a folder or comes twice, or a text is too long
 */
export function readFiles(given: ConnectorFolderPut['files']): FolderFile[] {
  const seen = new Set<string>();
  const errors = given.flatMap(({ path, text }, index) => {
    const mistake = mistakeOf(path, text, seen);
    seen.add(path);
    return mistake === undefined ? [] : [{ pointer: `#/files/${index}`, code: 'invalid_value', detail: mistake }];
  });
  if (errors.length > 0)
    throw new Problem('invalid_input', `The files cannot be saved: ${errors[0]!.detail}.`, { errors });
  return given.map(({ path, text }) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function mistakeOf(path: string, text: string, seen: ReadonlySet<string>): string | undefined {
  if (!validPath.test(path))
    return `${JSON.stringify(path)} is not a path in a connector: write it like connector.json or actions/NAME.json`;
  if (seen.has(path)) return `${path} comes twice: send it once`;
  if (Buffer.byteLength(text) > maxFileBytes) return `${path} is larger than ${maxFileBytes} bytes: make it smaller`;
  if (!text.isWellFormed()) return `${path} is not valid Unicode: save it as UTF-8`;
  return undefined;
}

/** Id, name and version in connector.json; absent where it has mistakes. */
export function readIdentity(files: readonly FolderFile[]): { id?: string; name?: string; version?: string } {
  const text = files.find(({ path }) => path === 'connector.json')?.text;
  if (text === undefined) return {};
  try {
    const { id, name, version } = (JSON.parse(text) ?? {}) as Record<string, unknown>;
    return {
      ...(typeof id === 'string' && { id }),
      ...(typeof name === 'string' && { name }),
      ...(typeof version === 'string' && { version }),
    };
  } catch (error) {
    // A person is still typing; the compiler says where the mistake is.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
