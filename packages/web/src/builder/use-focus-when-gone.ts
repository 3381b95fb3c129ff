import { useCallback, useEffect, useRef, type FocusEvent } from 'react';
import classes from './Sentence.module.css';

/** The focused element and the focusable elements around it. */
interface Place {
  word: Element;
  row: Element | null;
  part: Element | null;
  words: readonly HTMLElement[];
}

/**
 * When the focused element is removed, moves the focus to the rest of its row; otherwise to whatever takes its place in
 * the same part: the next row, or the button that adds one.
 */
export function useFocusWhenGone() {
  const sentence = useRef<HTMLDivElement>(null);
  const place = useRef<Place>(undefined);
  const note = useCallback((word: Element) => {
    const [row, part] = [word.closest(`.${classes.row}`), word.closest(`.${classes.part}`)];
    place.current = { word, row, part, words: wordsOf(sentence.current) };
  }, []);
  useEffect(() => {
    if (place.current === undefined) return;
    if (place.current.word.isConnected) note(place.current.word);
    else if (document.activeElement === document.body) nextTo(place.current, wordsOf(sentence.current))?.focus();
  });
  return { ref: sentence, onFocus: useCallback(({ target }: FocusEvent) => note(target), [note]) };
}

function wordsOf(sentence: HTMLElement | null): HTMLElement[] {
  const words = sentence?.querySelectorAll<HTMLElement>('button, input, select') ?? [];
  // Closed lists contain hidden inputs; a list that is just closing may still have the focus.
  const isThere = (one: HTMLElement) => one.offsetParent !== null || one === document.activeElement;
  return [...words].filter((one) => isThere(one) && one.tabIndex >= 0);
}

function nextTo({ word, row, part, words }: Place, left: readonly HTMLElement[]): HTMLElement | undefined {
  const before = words.slice(0, words.indexOf(word as HTMLElement)).filter((one) => left.includes(one));
  const ofRow = before.findLast((one) => row?.contains(one));
  if (ofRow !== undefined) return ofRow;
  const next = left[before.length === 0 ? 0 : left.indexOf(before.at(-1)!) + 1];
  return next !== undefined && part?.contains(next) ? next : (before.at(-1) ?? next);
}
