import { Button, CloseButton, Paper, Text } from '@mantine/core';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { isTyping } from './is-typing.ts';
import { useAnnounce } from './LiveRegion.tsx';
import { pressedLetter } from './pressed-letter.ts';
import { useFocusFallback } from './use-focus-fallback.ts';
import classes from './UndoToasts.module.css';

export interface Undo {
  /** What was done: `Deals won was deleted`. */
  text: string;
  undo: () => Promise<unknown>;
  /** Whether the button takes the focus, because the focused element was removed. */
  takesFocus?: boolean;
  /** Whether the page itself undoes it with Ctrl+Z, in the order of its own steps. */
  hasOwnKeys?: boolean;
}

const UndoContext = createContext<(undo: Undo) => void>(() => undefined);

/** Offers to undo the last action for ten seconds, with a button and Ctrl+Z. */
export function useOfferUndo(): (undo: Undo) => void {
  return useContext(UndoContext);
}

const shownMs = 10_000;

interface Offer {
  id: number;
  undo: Undo;
  /** The focused element at the time: the control that was pressed, unless it was removed. */
  pressed: Element | null;
  /** Whether it is being undone, or waiting for a newer one that is. */
  isUndoing: boolean;
}

/** The only undo offer of the pages: for the last action and, when that expires, for the one before. */
export function UndoToasts({ children }: { children: ReactNode }) {
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  const announce = useAnnounce();
  const count = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const make = useCallback(
    (undo: Undo) => {
      const id = (count.current += 1);
      setOffers((all) => [...all, { id, undo, pressed: document.activeElement, isUndoing: false }]);
      announce(`${undo.text}. Undo with Control Z.`);
    },
    [announce],
  );
  const close = useCallback((id: number) => setOffers((all) => all.filter((one) => one.id !== id)), []);
  const begin = useCallback(
    (id: number) => setOffers((all) => all.map((one) => (one.id === id ? { ...one, isUndoing: true } : one))),
    [],
  );
  /** A failed undo comes to the front, whatever else happened meanwhile; otherwise nobody would notice. */
  const fail = useCallback(
    (id: number) =>
      setOffers((all) => {
        const failed = all.filter((one) => one.id === id).map((one) => ({ ...one, isUndoing: false }));
        return [...all.filter((one) => one.id !== id), ...failed];
      }),
    [],
  );
  /** Undo runs in reverse order: an older action is only undone after newer ones. */
  const inTurn = useCallback((undo: Undo['undo']) => {
    const turn = last.current.then(undo);
    // The caller of this undo gets its failure; the next one runs anyway.
    last.current = turn.catch(() => undefined);
    return turn;
  }, []);
  const shown = offers.findLast(({ isUndoing }) => !isUndoing) ?? offers.at(-1);
  return (
    <UndoContext value={make}>
      {children}
      {offers.map((offer) => (
        <Toast
          key={offer.id}
          {...{ offer, inTurn }}
          isShown={offer === shown}
          onBegin={begin}
          onFail={fail}
          onClose={close}
        />
      ))}
    </UndoContext>
  );
}

interface ToastProps {
  offer: Offer;
  isShown: boolean;
  inTurn: (undo: Undo['undo']) => Promise<unknown>;
  onBegin: (id: number) => void;
  onFail: (id: number) => void;
  onClose: (id: number) => void;
}

/** An offer. Its ten seconds also pass while a newer offer hides it. */
function Toast({ offer, isShown, inTurn, onBegin, onFail, onClose }: ToastProps) {
  const { id, undo, pressed, isUndoing } = offer;
  const { text, takesFocus = false, hasOwnKeys = false } = undo;
  const announce = useAnnounce();
  const [isHeld, setIsHeld] = useState(false);
  const [failure, setFailure] = useState<string>();
  const focus = useFocusFallback(isShown, pressed);
  const button = useRef<HTMLButtonElement>(null);
  // A removed element never fires a leave event.
  if (!isShown && isHeld) setIsHeld(false);

  const take = useMemo(
    () => async () => {
      if (isUndoing) return;
      setFailure(undefined);
      onBegin(id);
      try {
        await inTurn(undo.undo);
        announce('Undone');
        onClose(id);
      } catch (error) {
        const why = error instanceof Error ? ` ${error.message}` : '';
        setFailure(`Couldn't undo: ${text}.${why}`);
        onFail(id);
      }
    },
    [id, undo, text, isUndoing, inTurn, announce, onBegin, onFail, onClose],
  );
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (isHeld || isUndoing) return undefined;
    const timer = setTimeout(() => onClose(id), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, isUndoing, id, onClose]);
  useEffect(() => {
    if (!isShown || hasOwnKeys) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const isUndo = pressedLetter(event) === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || isTyping(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void take();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isShown, hasOwnKeys, take]);

  if (!isShown) return null;
  return (
    <Paper
      component="section"
      withBorder
      shadow="md"
      className={classes.toast}
      aria-label="Undo"
      data-noprint
      data-keeps-focus
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={(event) => {
        focus.onFocus(event);
        setIsHeld(true);
      }}
      onBlur={() => {
        focus.onBlur();
        setIsHeld(false);
      }}
    >
      {failure === undefined ? (
        <Text size="sm" className={classes.text}>
          {text}
        </Text>
      ) : (
        <Text key="failure" size="sm" className={classes.text} role="alert">
          {failure}
        </Text>
      )}
      <Button ref={button} size="xs" variant="default" aria-disabled={isUndoing} onClick={() => void take()}>
        Undo
      </Button>
      <CloseButton aria-label="Close" size={28} onClick={() => onClose(id)} />
    </Paper>
  );
}
