/** A saved version of a document. Each save creates the next revision. */
export interface SavedVersion {
  revision: number;
  definition: unknown;
}

/**
 * What an editor needs to know about its documents. A draft is a document in the form that the page's controls edit.
 */
export interface EditorRules<Draft, Document> {
  draftOf: (document: Document) => Draft;
  /** The document of a draft, without incomplete parts. */
  documentOf: (draft: Draft) => Document;
  /** Whether two documents mean the same, regardless of notation. */
  isSame: (one: Document, other: Document) => boolean;
  /** Carries an unchanged draft over to what somebody else saved; undefined keeps the draft as a change. */
  follow: (draft: Draft, before: Document, after: Document) => Draft | undefined;
}

/** The state of the document in the page's address. */
export interface OpenedDocument<Document> {
  /** The changed document; without it the saved version is opened. */
  document?: Document;
  /** The revision it is based on. */
  base?: number;
  /** Why the document in the address cannot be opened. */
  refusal?: string;
}

/** A draft and the revision it is based on. Saving it over a later revision is a conflict. */
interface Based<Draft> {
  draft: Draft;
  base: number;
}

export interface SentDocument<Document> {
  /** The revision it replaces. */
  revision: number;
  document: Document;
  /** The revision the draft is based on: an older one if the person chose to overwrite what others saved. */
  base: number;
}

export interface EditorState<Draft, Saved extends SavedVersion> extends Based<Draft> {
  /** The latest saved version that the page knows. */
  saved: Saved;
  /** The undo and redo stacks; the next state comes last. */
  past: readonly Based<Draft>[];
  future: readonly Based<Draft>[];
  isSaving: boolean;
  /** Whether to save again once the current save has ended. */
  isSaveQueued: boolean;
  /** What was sent last. It may have been saved even if no response arrived. */
  sent?: SentDocument<Saved['definition']>;
  /** What somebody else saved, if saving would overwrite it. */
  conflict?: Saved;
  /** Whether somebody else deleted it. */
  isDeleted: boolean;
  /** Why the last save failed. */
  error?: unknown;
  /** Why the document in the address could not be opened. */
  refusal?: string;
}

export type EditorEvent<Draft, Saved extends SavedVersion> =
  | { type: 'changed'; draft: Draft }
  | { type: 'undone' | 'redone' | 'reset' }
  | { type: 'opened'; opened: OpenedDocument<Saved['definition']> }
  /** The page read the saved version. */
  | { type: 'seen'; saved: Saved }
  | { type: 'saveAsked' | 'keptMine' | 'tookTheirs' }
  | { type: 'saved'; saved: Saved }
  | { type: 'conflicted'; theirs: Saved }
  | { type: 'foundDeleted' }
  | { type: 'saveFailed'; error: unknown };

/**
 * A document being edited, as a pure state machine. It overwrites what somebody else saved only if the person chose to,
 * and changes made during a save are neither lost nor saved twice.
 */
export function createEditor<Draft, Saved extends SavedVersion>(rules: EditorRules<Draft, Saved['definition']>) {
  type State = EditorState<Draft, Saved>;

  function start(saved: Saved, opened: OpenedDocument<Saved['definition']>): State {
    const empty = { past: [], future: [], isSaving: false, isSaveQueued: false, isDeleted: false };
    return open({ ...empty, saved, draft: rules.draftOf(saved.definition), base: saved.revision }, opened);
  }

  function reduce(state: State, event: EditorEvent<Draft, Saved>): State {
    switch (event.type) {
      case 'changed':
        return goOn(state, event.draft, state.base);
      case 'undone':
        return step(state, 'past', 'future');
      case 'redone':
        return step(state, 'future', 'past');
      case 'reset':
        return goOnFrom(state, state.saved);
      case 'tookTheirs':
        return state.conflict === undefined ? state : goOnFrom(state, state.conflict);
      case 'opened':
        return open(state, event.opened);
      case 'seen':
        return see(state, event.saved);
      case 'saveAsked':
        return state.isSaving || isChanged(state) ? save(state, state.base) : state;
      case 'keptMine':
        return save(state, (state.conflict ?? state.saved).revision);
      case 'saved':
        return takeSaved(state, event.saved);
      case 'conflicted':
        return takeConflict(state, event.theirs);
      case 'foundDeleted':
        return { ...ended(state), conflict: undefined, isDeleted: true };
      case 'saveFailed':
        return { ...ended(state), error: event.error };
    }
  }

  function isChanged({ draft, saved }: State): boolean {
    return !rules.isSame(rules.documentOf(draft), saved.definition);
  }

  /** A draft equal to the saved version is based on it: saving it later overwrites nobody's work. */
  function settle(state: State): State {
    return state.base === state.saved.revision || isChanged(state) ? state : { ...state, base: state.saved.revision };
  }

  function open(state: State, { document, base, refusal }: OpenedDocument<Saved['definition']>): State {
    const { revision, definition } = state.saved;
    const draft = rules.draftOf(document ?? definition);
    return settle({ ...state, draft, base: base ?? revision, refusal, past: [], future: [] });
  }

  function goOn(state: State, draft: Draft, base: number): State {
    const past = [...state.past, { draft: state.draft, base: state.base }];
    return settle({ ...state, draft, base, past, future: [], refusal: undefined });
  }

  function goOnFrom(state: State, { revision, definition }: Saved): State {
    return { ...goOn(state, rules.draftOf(definition), revision), conflict: undefined };
  }

  function step(state: State, from: 'past' | 'future', to: 'past' | 'future'): State {
    const next = state[from].at(-1);
    if (next === undefined) return state;
    const left = [...state[to], { draft: state.draft, base: state.base }];
    return settle({ ...state, ...next, [from]: state[from].slice(0, -1), [to]: left });
  }

  /** Moves drafts from one revision to a later one that has no changes by others. */
  function rebase(state: State, from: number, revision: number): State {
    const move = <One extends { base: number }>(one: One) => (one.base === from ? { ...one, base: revision } : one);
    return move({ ...state, past: state.past.map(move), future: state.future.map(move) });
  }

  function see(state: State, saved: Saved): State {
    const { saved: before, sent } = state;
    // Responses can arrive out of order.
    if (saved === before || saved.revision < before.revision) return state;
    const now = { ...state, saved };
    if (saved.revision === before.revision) return now;
    const isOwn = sent?.revision === saved.revision - 1 && rules.isSame(sent.document, saved.definition);
    if (isOwn) return { ...rebase(now, sent.base, saved.revision), error: undefined };
    // Only the name changed.
    if (rules.isSame(before.definition, saved.definition)) return rebase(now, before.revision, saved.revision);
    const followed = isChanged(state) ? undefined : rules.follow(state.draft, before.definition, saved.definition);
    return followed === undefined ? settle(now) : { ...now, draft: followed, base: saved.revision };
  }

  function save(state: State, revision: number): State {
    if (state.isDeleted) return state;
    if (state.isSaving) return { ...state, isSaveQueued: true };
    return {
      ...state,
      isSaving: true,
      sent: { revision, document: rules.documentOf(state.draft), base: state.base },
      // Keep showing the version being overwritten until that happens.
      conflict: state.conflict?.revision === revision ? state.conflict : undefined,
      error: undefined,
    };
  }

  function ended(state: State): State {
    return { ...state, isSaving: false, isSaveQueued: false };
  }

  function takeSaved(state: State, saved: Saved): State {
    const { revision, definition } = saved;
    const latest = revision > state.saved.revision ? saved : state.saved;
    const now = { ...rebase(ended(state), state.sent!.base, revision), saved: latest, conflict: undefined };
    const isLeft = state.isSaveQueued && !rules.isSame(rules.documentOf(now.draft), definition);
    return isLeft ? save(now, now.base) : now;
  }

  function takeConflict(state: State, theirs: Saved): State {
    const now = ended(see(state, theirs));
    if (now.base !== theirs.revision) return { ...now, conflict: theirs };
    return isChanged(now) ? save(now, now.base) : now;
  }

  return { start, reduce, isChanged };
}
