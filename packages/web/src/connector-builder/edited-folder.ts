import type { ConnectorFolder } from '@tallyhook/schemas/api';

/** The texts of a folder's files by path. */
export type FolderFiles = Readonly<Record<string, string>>;

/** A connector folder being edited. The texts are the truth: forms change texts. */
export interface EditedFolder {
  files: FolderFiles;
  /** What the server has. */
  saved: ConnectorFolder;
  /** For undo and redo; the next state comes last. */
  past: readonly FolderFiles[];
  future: readonly FolderFiles[];
  /** What was changed last, and when: quick changes of one field are undone together. */
  last?: { what: string; at: number } | undefined;
  saving: 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';
  error?: unknown;
}

export type FolderEvent =
  | { type: 'changed'; files: FolderFiles; what: string; at: number }
  | { type: 'undone' | 'redone' | 'saveBegun' | 'conflicted' }
  /** `sent`: what was saved; files may have changed since. */
  | { type: 'saved'; folder: ConnectorFolder; sent: FolderFiles }
  | { type: 'saveFailed'; error: unknown }
  /** Read again from the server: what was not saved is dropped. */
  | { type: 'replaced'; folder: ConnectorFolder };

const maxUndo = 100;
const togetherMs = 1_000;

/** The files of a folder as it was read. */
export function filesOf({ files }: Pick<ConnectorFolder, 'files'>): FolderFiles {
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

/** Begins to edit a folder as it was read. */
export function startEditing(saved: ConnectorFolder): EditedFolder {
  return { files: filesOf(saved), saved, past: [], future: [], saving: 'saved' };
}

/** What becomes of an edited folder: changes, undo, and each outcome of a save. */
export function reduceFolder(state: EditedFolder, event: FolderEvent): EditedFolder {
  switch (event.type) {
    case 'changed': {
      const { what, at, files } = event;
      const isTogether = state.last?.what === what && at - state.last.at < togetherMs;
      const past = isTogether ? state.past : [...state.past.slice(1 - maxUndo), state.files];
      return show({ ...state, past, future: [], last: { what, at } }, files);
    }
    case 'undone':
      return step(state, 'past', 'future');
    case 'redone':
      return step(state, 'future', 'past');
    case 'saveBegun':
      return { ...state, saving: 'saving' };
    case 'saved':
      return {
        ...state,
        saved: event.folder,
        error: undefined,
        saving: state.files === event.sent ? 'saved' : 'waiting',
      };
    case 'conflicted':
      return { ...state, saving: 'conflict', error: undefined };
    case 'saveFailed':
      return { ...state, saving: 'failed', error: event.error };
    case 'replaced':
      return startEditing(event.folder);
  }
}

/** After a conflict nothing is saved until the person has chosen. */
function show(state: EditedFolder, files: FolderFiles): EditedFolder {
  return { ...state, files, saving: state.saving === 'conflict' ? 'conflict' : 'waiting' };
}

function step(state: EditedFolder, from: 'past' | 'future', to: 'past' | 'future'): EditedFolder {
  const next = state[from].at(-1);
  if (next === undefined) return state;
  const moved = { ...state, [from]: state[from].slice(0, -1), [to]: [...state[to], state.files], last: undefined };
  return show(moved, next);
}
