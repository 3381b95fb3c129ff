import assert from 'node:assert/strict';
import { createEditor, type EditorEvent, type EditorRules, type EditorState } from './editor.ts';

/** A case-insensitive text; anything after a "?" is incomplete. */
const rules: EditorRules<string, string> = {
  draftOf: (document) => document,
  documentOf: (draft) => draft.split('?')[0]!,
  isSame: (one, other) => one.toLowerCase() === other.toLowerCase(),
  follow: (draft, _before, after) => (draft.includes('?') ? undefined : after),
};

interface Text {
  revision: number;
  definition: string;
}

type State = EditorState<string, Text>;
type Event = EditorEvent<string, Text>;

const { start, reduce, isChanged } = createEditor<string, Text>(rules);
const version = (revision: number, definition: string): Text => ({ revision, definition });
const after = (state: State, ...events: Event[]) => events.reduce(reduce, state);
/** Applies events to "a", saved as revision 1. */
const edit = (...events: Event[]) => after(start(version(1, 'a'), {}), ...events);

const type = (draft: string): Event => ({ type: 'changed', draft });
const seen = (revision: number, definition: string): Event => ({ type: 'seen', saved: version(revision, definition) });
const saved = (revision: number, definition: string): Event => ({
  type: 'saved',
  saved: version(revision, definition),
});
const conflicted = (revision: number, definition: string): Event => ({
  type: 'conflicted',
  theirs: version(revision, definition),
});
const saveAsked: Event = { type: 'saveAsked' };
const keptMine: Event = { type: 'keptMine' };
const tookTheirs: Event = { type: 'tookTheirs' };
const undone: Event = { type: 'undone' };
const redone: Event = { type: 'redone' };
const reset: Event = { type: 'reset' };

/** The document being sent, and the revision that it replaces. */
const sending = ({ isSaving, sent }: State) => (isSaving ? [sent?.revision, sent?.document] : undefined);
/** The draft, whether it differs from what is saved, and the revision it is based on. */
const shown = (state: State) => [state.draft, isChanged(state), state.base];

describe('undo and redo', () => {
  it('step through changes one at a time until a new change', () => {
    const state = edit(type('ab'), type('abc'), undone);
    assert.equal(state.draft, 'ab');
    assert.equal(after(state, undone, undone).draft, 'a');
    assert.equal(after(state, undone, redone, redone, redone).draft, 'abc');
    assert.equal(after(state, type('x'), redone).draft, 'x');
  });

  it('restore what Reset discarded; Reset returns to the saved version', () => {
    const state = edit(type('ab'), seen(2, 'theirs'), reset);
    assert.deepEqual(shown(state), ['theirs', false, 2]);
    assert.deepEqual(shown(after(state, undone)), ['ab', true, 1]);
    assert.deepEqual(shown(after(state, undone, redone)), ['theirs', false, 2]);
  });

  it('go back past a save, which makes the older version a change', () => {
    const state = edit(type('ab'), saveAsked, saved(2, 'ab'), undone);
    assert.deepEqual(shown(state), ['a', true, 2]);
    assert.deepEqual(sending(after(state, saveAsked)), [2, 'a']);
    assert.deepEqual(shown(after(state, redone)), ['ab', false, 2]);
    const ahead = edit(type('ab'), type('abc'), undone, saveAsked, saved(2, 'ab'), redone);
    assert.deepEqual(shown(ahead), ['abc', true, 2]);
  });
});

describe('a change', () => {
  it('is a difference in meaning, not in notation or history', () => {
    assert.deepEqual(shown(edit(type('ab'))), ['ab', true, 1]);
    assert.deepEqual(shown(edit(type('ab'), type('A'))), ['A', false, 1]);
    assert.deepEqual(shown(edit(type('a?half'))), ['a?half', false, 1]);
  });
});

describe('saving', () => {
  it('sends the complete parts of the draft, to replace the revision it is based on', () => {
    const state = edit(type('ab?half'), saveAsked);
    assert.deepEqual(sending(state), [1, 'ab']);
    assert.deepEqual(shown(after(state, saved(2, 'ab'))), ['ab?half', false, 2]);
  });

  it('sends nothing without changes', () => {
    assert.equal(sending(edit(saveAsked)), undefined);
    assert.equal(sending(edit(type('ab'), undone, saveAsked)), undefined);
  });

  it('sends once if requested twice', () => {
    const state = edit(type('ab'), saveAsked);
    const again = after(state, saveAsked);
    assert.equal(again.sent, state.sent);
    assert.equal(sending(after(again, saved(2, 'ab'))), undefined);
  });

  it('sends later changes only on request, after the first save has ended', () => {
    const state = edit(type('ab'), saveAsked, type('abc'));
    assert.deepEqual(sending(state), [1, 'ab']);
    assert.deepEqual(shown(after(state, saved(2, 'ab'))), ['abc', true, 2]);
    assert.equal(sending(after(state, saved(2, 'ab'))), undefined);
    const asked = after(state, saveAsked);
    assert.deepEqual(sending(asked), [1, 'ab']);
    assert.deepEqual(sending(after(asked, seen(2, 'ab'), saved(2, 'ab'))), [2, 'abc']);
    const done = after(asked, saved(2, 'ab'), saved(3, 'abc'));
    assert.deepEqual([sending(done), ...shown(done)], [undefined, 'abc', false, 3]);
  });

  it('treats a change reverted during the save as a new change', () => {
    const back = edit(type('ab'), saveAsked, type('a'));
    assert.deepEqual(shown(back), ['a', false, 1]);
    const state = after(back, saved(2, 'ab'));
    assert.deepEqual([sending(state), ...shown(state)], [undefined, 'a', true, 2]);
    const asked = after(back, saveAsked, saved(2, 'ab'));
    assert.deepEqual(sending(asked), [2, 'a']);
    assert.deepEqual(shown(after(asked, saved(3, 'a'))), ['a', false, 3]);
  });

  it('recognizes its own version if the response comes late or is lost', () => {
    const state = edit(type('ab'), type('abc'), saveAsked, type('abcd'));
    assert.deepEqual(shown(after(state, seen(2, 'abc'))), ['abcd', true, 2]);
    assert.deepEqual(shown(after(state, seen(2, 'abc'), saved(2, 'abc'), undone, undone)), ['ab', true, 2]);
    const lost = after(state, { type: 'saveFailed', error: 'no answer' });
    assert.deepEqual([lost.error, sending(lost), ...shown(lost)], ['no answer', undefined, 'abcd', true, 1]);
    const found = after(lost, seen(2, 'ABC'));
    assert.deepEqual([found.error, ...shown(found)], [undefined, 'abcd', true, 2]);
  });

  it('keeps the change after a failure, and says why until the next try', () => {
    const state = edit(type('ab'), saveAsked, saveAsked, { type: 'saveFailed', error: 'away' });
    assert.deepEqual([state.error, sending(state), ...shown(state)], ['away', undefined, 'ab', true, 1]);
    const again = after(state, saveAsked);
    assert.deepEqual([again.error, sending(again)], [undefined, [1, 'ab']]);
    assert.equal(sending(after(again, type('abc'), saved(2, 'ab'))), undefined);
  });

  it('keeps the draft of a deleted document, and sends nothing more', () => {
    const state = edit(type('ab'), saveAsked, { type: 'foundDeleted' });
    assert.deepEqual([state.isDeleted, state.draft, sending(after(state, saveAsked))], [true, 'ab', undefined]);
    const overTheirs = edit(type('ab'), saveAsked, conflicted(2, 'theirs'), keptMine, { type: 'foundDeleted' });
    assert.equal(overTheirs.conflict, undefined);
  });
});

describe('a version saved by somebody else', () => {
  it('is shown if nothing was changed', () => {
    assert.deepEqual(shown(edit(seen(2, 'theirs'))), ['theirs', false, 2]);
    assert.deepEqual(shown(edit(seen(2, 'theirs'), seen(1, 'a'))), ['theirs', false, 2]);
  });

  it('leaves a change based on the version before', () => {
    assert.deepEqual(shown(edit(type('ab'), seen(2, 'theirs'))), ['ab', true, 1]);
    assert.deepEqual(shown(edit(type('a?half'), seen(2, 'theirs'))), ['a?half', true, 1]);
  });

  it('needs no save if the same change was made here', () => {
    assert.deepEqual(shown(edit(type('ab'), seen(2, 'AB'))), ['ab', false, 2]);
    assert.deepEqual(shown(edit(type('ab'), seen(2, 'theirs'), type('theirs'))), ['theirs', false, 2]);
    assert.deepEqual(shown(edit(type('theirs'), type('x'), seen(2, 'theirs'), undone)), ['theirs', false, 2]);
    const state = edit(type('ab'), saveAsked, conflicted(2, 'ab'));
    assert.deepEqual([state.conflict, sending(state), ...shown(state)], [undefined, undefined, 'ab', false, 2]);
  });

  for (const [past, events] of [
    ['Reset', [type('ab'), seen(2, 'theirs'), reset]],
    ['following it', [type('ab'), type('a'), seen(2, 'theirs')]],
  ] as const)
    it(`is not silently overwritten by undoing past ${past}`, () => {
      const state = edit(...events);
      assert.deepEqual(shown(state), ['theirs', false, 2]);
      const back = after(state, undone, saveAsked);
      assert.deepEqual([back.draft, sending(back)], ['ab', [1, 'ab']]);
      const kept = after(back, conflicted(2, 'theirs'), keptMine, saved(3, 'ab'));
      assert.deepEqual(shown(kept), ['ab', false, 3]);
      // The saved version is the person's own: older drafts conflict with nobody.
      assert.deepEqual(sending(after(kept, undone, saveAsked)), [3, 'a']);
    });

  it('is not silently overwritten by undoing past it during a save', () => {
    const state = edit(type('ab'), type('a'), seen(2, 'theirs'), type('more'), saveAsked, undone, undone);
    assert.deepEqual(shown(after(state, saved(3, 'more'))), ['ab', true, 1]);
    assert.deepEqual(sending(after(state, saveAsked, saved(3, 'more'))), [1, 'ab']);
  });

  it('conflicts with a save; both versions are kept until one is chosen', () => {
    const state = edit(type('ab'), saveAsked, saveAsked, conflicted(2, 'theirs'));
    assert.deepEqual(
      [state.conflict, sending(state), ...shown(state)],
      [version(2, 'theirs'), undefined, 'ab', true, 1],
    );
    assert.deepEqual(after(state, type('abc')).conflict, version(2, 'theirs'));
    const again = after(state, saveAsked);
    assert.deepEqual([again.conflict, sending(again)], [undefined, [1, 'ab']]);
  });

  it('is overwritten only on request, and stays visible until then', () => {
    const state = edit(type('ab'), saveAsked, conflicted(2, 'theirs'), keptMine);
    assert.deepEqual([sending(state), state.conflict], [[2, 'ab'], version(2, 'theirs')]);
    const failed = after(state, { type: 'saveFailed', error: 'away' });
    assert.deepEqual([failed.error, failed.conflict], ['away', version(2, 'theirs')]);
    const done = after(failed, keptMine, saved(3, 'ab'));
    assert.deepEqual([done.conflict, ...shown(done)], [undefined, 'ab', false, 3]);
    const later = after(state, conflicted(3, 'theirs again'));
    assert.deepEqual([later.conflict, sending(later)], [version(3, 'theirs again'), undefined]);
    assert.deepEqual(sending(after(state, seen(3, 'theirs again'))), [2, 'ab']);
  });

  it('replaces the change on request, and Undo restores the change', () => {
    const state = edit(type('ab'), saveAsked, conflicted(2, 'theirs'), tookTheirs);
    assert.deepEqual([state.conflict, ...shown(state)], [undefined, 'theirs', false, 2]);
    assert.deepEqual(sending(after(state, undone, saveAsked)), [1, 'ab']);
  });

  it('causes no conflict if only the name changed', () => {
    const state = edit(type('ab'), type('abc'), seen(2, 'a'));
    assert.deepEqual(shown(state), ['abc', true, 2]);
    assert.deepEqual(sending(after(state, undone, saveAsked)), [2, 'ab']);
    assert.deepEqual(sending(edit(type('ab'), saveAsked, conflicted(2, 'a'))), [2, 'ab']);
  });

  it('still conflicts after a rename', () => {
    const state = edit(type('ab'), seen(2, 'theirs'), seen(3, 'theirs'));
    assert.deepEqual(sending(after(state, saveAsked)), [1, 'ab']);
    assert.deepEqual(after(state, saveAsked, conflicted(3, 'theirs')).conflict, version(3, 'theirs'));
  });

  it('is not mistaken for a version saved here just before', () => {
    const state = edit(type('ab'), saveAsked, seen(3, 'theirs'), saved(2, 'ab'));
    assert.deepEqual([sending(state), ...shown(state)], [undefined, 'ab', true, 2]);
    assert.deepEqual(sending(after(state, saveAsked)), [2, 'ab']);
    const lost = edit(type('ab'), saveAsked, { type: 'saveFailed', error: 'away' }, type('abc'));
    assert.deepEqual(shown(after(lost, seen(2, 'theirs'), seen(3, 'ab'))), ['abc', true, 1]);
  });
});

describe('an address', () => {
  it('opens a change with the revision it is based on, or says why it cannot', () => {
    const now = version(3, 'a');
    assert.deepEqual(shown(start(now, {})), ['a', false, 3]);
    assert.deepEqual(shown(start(now, { document: 'ab', base: 2 })), ['ab', true, 2]);
    assert.deepEqual(shown(start(now, { document: 'ab' })), ['ab', true, 3]);
    assert.deepEqual(shown(start(now, { document: 'A', base: 2 })), ['A', false, 3]);
    const refused = start(now, { refusal: 'cut short' });
    assert.deepEqual([refused.refusal, ...shown(refused)], ['cut short', 'a', false, 3]);
    assert.equal(reduce(refused, type('ab')).refusal, undefined);
  });

  it('opens another change with an empty history', () => {
    const state = edit(type('ab'), undone, type('x'), { type: 'opened', opened: { document: 'abc', base: 1 } });
    assert.deepEqual(shown(state), ['abc', true, 1]);
    assert.equal(after(state, undone, redone), state);
    assert.deepEqual(shown(after(state, { type: 'opened', opened: {} })), ['a', false, 1]);
  });
});

describe('two people editing the same document', () => {
  /** Plays random moves against a service that only takes a replacement of its current revision. */
  function play(seed: number): void {
    let drawn = seed;
    const below = (end: number) => {
      drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) >>> 0;
      return (drawn >>> 16) % end;
    };
    let now = { ...version(1, 'a'), by: -1, isNew: true };
    const all = new Set([now.definition]);
    const people = [0, 1].map((by) => ({ by, state: start(now, {}), chosen: 0 }));
    for (let move = 0; move < 80; move += 1) {
      const person = people[below(2)]!;
      const { draft, conflict, isSaving } = person.state;
      const word = type(`${draft} ${person.by}-${below(9)}`);
      const choices = conflict === undefined || isSaving ? [] : [keptMine, tookTheirs];
      const look = seen(now.revision, now.definition);
      const events = [word, word, saveAsked, saveAsked, saveAsked, undone, redone, reset, look, ...choices];
      const event = events[below(events.length)]!;
      if (event === keptMine) person.chosen = conflict!.revision;
      person.state = reduce(person.state, event);
      const { sent } = person.state;
      // A request may take a while, and its answer may get lost.
      if (!person.state.isSaving || sent === undefined || below(3) === 0) continue;
      const isAccepted = sent.revision === now.revision;
      if (isAccepted) {
        const lost = now.definition.split(' ').filter((one) => !sent.document.split(' ').includes(one));
        // A text that was saved earlier may already be known.
        const isKnown = now.by === person.by || !now.isNew || person.chosen === now.revision;
        if (!isKnown) assert.deepEqual(lost, [], `seed ${seed}, revision ${now.revision}`);
        now = { ...version(now.revision + 1, sent.document), by: person.by, isNew: !all.has(sent.document) };
        all.add(sent.document);
      }
      const answer = isAccepted ? saved(now.revision, now.definition) : conflicted(now.revision, now.definition);
      person.state = reduce(person.state, below(5) === 0 ? { type: 'saveFailed', error: 'no answer' } : answer);
    }
  }

  it('never overwrite each other without choosing to', () => {
    for (let seed = 1; seed <= 500; seed += 1) play(seed);
  });
});
