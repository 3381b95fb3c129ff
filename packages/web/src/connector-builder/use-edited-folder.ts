import { useQueryClient } from '@tanstack/react-query';
import type { ConnectorFolder } from '@tallyhook/schemas/api';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { call } from '../api/call.ts';
import { Refusal } from '../api/send.ts';
import { usePlace } from '../place.tsx';
import { useLatest } from '../shell/use-latest.ts';
import { reduceFolder, startEditing, type EditedFolder, type FolderEvent, type FolderFiles } from './edited-folder.ts';

const saveAfterMs = 700;

/** A folder in the builder, and what can be done with it. */
export interface FolderState {
  state: EditedFolder;
  /** Changes files; saved soon after. `what` names the field, so that quick changes of it are undone together. */
  change: (files: FolderFiles, what: string) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** Saves now, and resolves to the folder as saved; undefined if that failed. */
  save: () => Promise<ConnectorFolder | undefined>;
  /** Drops what was not saved, and reads the folder again. */
  readAgain: () => Promise<void>;
}

/** Edits a folder: each change can be undone, and is saved by itself. */
export function useEditedFolder(loaded: ConnectorFolder): FolderState {
  const place = usePlace();
  const queries = useQueryClient();
  const [state, dispatch] = useReducer(reduceFolder, loaded, startEditing);
  // The newest state, for saves that begin later.
  const latest = useRef(state);
  const running = useRef<Promise<ConnectorFolder | undefined>>(undefined);
  const { id } = loaded;
  const act = useCallback((event: FolderEvent) => {
    latest.current = reduceFolder(latest.current, event);
    dispatch(event);
  }, []);

  const saveOnce = useCallback(async (): Promise<ConnectorFolder | undefined> => {
    const { files: sent, saved } = latest.current;
    act({ type: 'saveBegun' });
    const files = Object.entries(sent).map(([path, text]) => ({ path, text }));
    try {
      const body = { revision: saved.revision, files };
      const folder = await call(place, 'PUT /api/connector-folders/:id', { path: { id }, body });
      act({ type: 'saved', folder, sent });
      void queries.invalidateQueries({ queryKey: ['connector-folders'] });
      return folder;
    } catch (error) {
      const isConflict = error instanceof Refusal && error.code === 'revision_conflict';
      act(isConflict ? { type: 'conflicted' } : { type: 'saveFailed', error });
      return undefined;
    }
  }, [act, id, place, queries]);

  const save = useCallback(async (): Promise<ConnectorFolder | undefined> => {
    // One save at a time, each with the revision that the one before returned.
    while (running.current !== undefined) await running.current;
    if (latest.current.saving === 'saved') return latest.current.saved;
    if (latest.current.saving === 'conflict') return undefined;
    running.current = saveOnce().finally(() => (running.current = undefined));
    return running.current;
  }, [saveOnce]);

  useEffect(() => {
    if (state.saving !== 'waiting') return undefined;
    const timer = setTimeout(() => void save(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [state.saving, state.files, save]);

  const saveNow = useLatest(save);
  // A link that is followed at once must not lose it either.
  useEffect(() => () => void saveNow.current(), [saveNow]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current.saving !== 'saved') event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  return {
    state,
    change: (files, what) => act({ type: 'changed', files, what, at: Date.now() }),
    undo: state.past.length === 0 ? undefined : () => act({ type: 'undone' }),
    redo: state.future.length === 0 ? undefined : () => act({ type: 'redone' }),
    save,
    readAgain: async () =>
      act({ type: 'replaced', folder: await call(place, 'GET /api/connector-folders/:id', { path: { id } }) }),
  };
}
