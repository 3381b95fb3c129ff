import { keysOf, readJson, valueAt } from './edit-json.ts';
import type { FolderFiles } from './edited-folder.ts';

/** What a file of a folder is; `signIn` is the sign-in within `connector.json`. */
export type PartKind = 'signIn' | 'connector' | 'action' | 'webhook' | 'fixture' | 'workflow' | 'other';

/** An entry of the tree: a file, or the sign-in. */
export interface Part {
  /** Its name in the address: the path of the file, or `sign-in`. */
  id: string;
  kind: PartKind;
  path: string;
  label: string;
  /** Whether it is an action that sends a file. */
  sendsFile: boolean;
}

/** The tabs of an action. */
export const actionTabs = ['inputs', 'request', 'upload', 'answer', 'errors'] as const;
export type ActionTab = (typeof actionTabs)[number];

const folders: Record<string, PartKind> = {
  actions: 'action',
  webhooks: 'webhook',
  fixtures: 'fixture',
  workflows: 'workflow',
};

/** The parts of a folder, in the order of the tree. */
export function partsOf(files: FolderFiles): Part[] {
  const parts = Object.keys(files)
    .sort()
    .map((path) => partOf(path, files[path]!));
  const connector = files['connector.json'];
  if (connector === undefined) return parts;
  const signIn: Part = { id: 'sign-in', kind: 'signIn', path: 'connector.json', label: 'Sign-in', sendsFile: false };
  return [signIn, ...parts];
}

function partOf(path: string, text: string): Part {
  const kind = path === 'connector.json' ? 'connector' : (folders[path.split('/')[0]!] ?? 'other');
  const value = kind === 'action' || kind === 'webhook' ? readJson(text)?.value : undefined;
  const label = valueAt(value, ['label']);
  return {
    ...{ id: path, kind, path },
    label: typeof label === 'string' && label !== '' ? label : path,
    sendsFile: kind === 'action' && valueAt(value, ['upload']) !== undefined,
  };
}

/** Whether a problem at this place is shown with the part. */
export function isInPart(part: Part, { file, pointer }: { file: string; pointer: string }): boolean {
  if (part.path !== file) return false;
  const isSignIn = ['signIn', 'account', 'test'].includes(keysOf(pointer)[0] ?? '');
  return part.kind === 'signIn' ? isSignIn : part.kind === 'connector' ? !isSignIn : true;
}

/** The tab of an action with the field for a pointer. */
export function tabOf(pointer: string): ActionTab {
  const [first, second] = keysOf(pointer);
  if (first === 'upload') return 'upload';
  if (first === 'errors' || first === 'retry') return 'errors';
  if (first === 'pagination' || (first === 'request' && (second === 'success' || second === 'output'))) return 'answer';
  const ofRequest = ['request', 'repeatable', 'idempotencyHeader', 'scopes', 'annotations'];
  return ofRequest.includes(first ?? '') ? 'request' : 'inputs';
}

/** The scopes that the sign-in of a `connector.json` can request; undefined unless it is one with OAuth 2. */
export function signInScopesOf(connector: unknown): string[] | undefined {
  const signIn = valueAt(connector, ['signIn']);
  if (valueAt(signIn, ['kind']) !== 'oauth2') return undefined;
  const listOf = (key: string): unknown[] => {
    const list = valueAt(signIn, [key]);
    return Array.isArray(list) ? list : [];
  };
  const names = [...listOf('scopes'), ...listOf('optionalScopes').map((one) => valueAt(one, ['scope']))];
  return names.filter((name) => typeof name === 'string' && name !== '') as string[];
}

/** The short name of an action or a webhook: the name of its file. */
export function shortName(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.json$/, '');
}
