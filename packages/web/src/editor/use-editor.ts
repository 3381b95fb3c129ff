import { useEffect, useLayoutEffect, useMemo, useReducer } from 'react';
import { isGone } from '../api/gone.ts';
import { Refusal } from '../api/send.ts';
import { useLatest } from '../shell/use-latest.ts';
import {
  createEditor,
  type EditorEvent,
  type EditorRules,
  type OpenedDocument,
  type SavedVersion,
  type SentDocument,
} from './editor.ts';

/** The callbacks an editor saves with. */
export interface SavingActions<Saved extends SavedVersion> {
  /**
   * Saves over a revision.
   * @throws Refusal
   */
  send: (sent: SentDocument<Saved['definition']>) => Promise<Saved>;
  /**
   * Reads what others saved.
   * @throws Refusal
   */
  read: () => Promise<Saved>;
  /** Announces the save. */
  onSaved: (saved: Saved) => void;
}

export interface EditorOptions<Draft, Saved extends SavedVersion> {
  rules: EditorRules<Draft, Saved['definition']>;
  /** The latest version that the page has read. */
  saved: Saved;
  /** Reads the address. */
  opened: () => OpenedDocument<Saved['definition']>;
}

/** Edits a saved document; {@link useSaveLoop} saves it. */
export function useEditor<Draft, Saved extends SavedVersion>(options: EditorOptions<Draft, Saved>) {
  const { rules, saved, opened } = options;
  const editor = useMemo(() => createEditor<Draft, Saved>(rules), [rules]);
  const [state, dispatch] = useReducer(editor.reduce, undefined, () => editor.start(saved, opened()));
  // Before painting, so that the page never shows a new version next to a draft of the old one.
  useLayoutEffect(() => dispatch({ type: 'seen', saved }), [saved]);
  const document = useMemo(() => rules.documentOf(state.draft), [rules, state.draft]);
  return { state, dispatch, document, isChanged: useMemo(() => editor.isChanged(state), [editor, state]) };
}

/** Sends what the editor's state wants saved, one save at a time. */
export function useSaveLoop<Draft, Saved extends SavedVersion>(
  { isSaving, sent }: { isSaving: boolean; sent?: SentDocument<Saved['definition']> },
  dispatch: (event: EditorEvent<Draft, Saved>) => void,
  actions: SavingActions<Saved>,
): void {
  const latest = useLatest(actions);
  useEffect(() => {
    if (!isSaving || sent === undefined) return;
    void outcomeOf<Draft, Saved>(sent, latest.current).then(dispatch);
  }, [isSaving, sent, dispatch, latest]);
}

async function outcomeOf<Draft, Saved extends SavedVersion>(
  sent: SentDocument<Saved['definition']>,
  { send, read, onSaved }: SavingActions<Saved>,
): Promise<EditorEvent<Draft, Saved>> {
  try {
    const saved = await send(sent);
    onSaved(saved);
    return { type: 'saved', saved };
  } catch (error) {
    const isConflict = error instanceof Refusal && error.code === 'revision_conflict';
    return isConflict ? read().then((theirs) => ({ type: 'conflicted', theirs }), refused) : refused(error);
  }
}

function refused(error: unknown): { type: 'foundDeleted' } | { type: 'saveFailed'; error: unknown } {
  return isGone(error) ? { type: 'foundDeleted' } : { type: 'saveFailed', error };
}
