import { Button, CloseButton, Paper, Text } from '@mantine/core';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { isTyping } from './is-typing.ts';
import { useAnnounce } from './LiveRegion.tsx';
import classes from './UndoToasts.module.css';

export interface Undo {
  /** What was done: `Deals won was taken off`. */
  text: string;
  undo: () => Promise<unknown>;
  /** Whether the focus goes to the button: where what had it is gone. */
  takesFocus?: boolean;
}

const UndoContext = createContext<(undo: Undo) => void>(() => undefined);

/** Offers to take back what was just done, for ten seconds, with a button and Ctrl+Z. */
export function useOfferUndo(): (undo: Undo) => void {
  return useContext(UndoContext);
}

const shownMs = 10_000;

/** The one place where undoing is offered: the last thing that was done. */
export function UndoToasts({ children }: { children: ReactNode }) {
  const [offer, setOffer] = useState<{ id: number; undo: Undo }>();
  const announce = useAnnounce();
  const count = useRef(0);
  const make = useCallback(
    (undo: Undo) => {
      count.current += 1;
      setOffer({ id: count.current, undo });
      announce(`${undo.text}. Undo with Control Z.`);
    },
    [announce],
  );
  const close = useCallback(() => setOffer(undefined), []);
  return (
    <UndoContext value={make}>
      {children}
      {offer !== undefined && <Toast key={offer.id} {...offer.undo} onClose={close} />}
    </UndoContext>
  );
}

function Toast({ text, undo, takesFocus = false, onClose }: Undo & { onClose: () => void }) {
  const announce = useAnnounce();
  const [isHeld, setIsHeld] = useState(false);
  const [isUndoing, setIsUndoing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);

  const take = useMemo(
    () => async () => {
      setIsUndoing(true);
      try {
        await undo();
        announce('Undone');
        onClose();
      } catch (error) {
        setFailure(error instanceof Error ? error.message : 'It could not be undone.');
        setIsUndoing(false);
      }
    },
    [undo, announce, onClose],
  );
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (isHeld || isUndoing) return undefined;
    const timer = setTimeout(onClose, shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, isUndoing, onClose]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void take();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [take]);

  return (
    <Paper
      component="section"
      withBorder
      shadow="md"
      className={classes.toast}
      aria-label="Undo"
      data-noprint
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Text size="sm" className={classes.text}>
        {failure ?? text}
      </Text>
      <Button ref={button} size="xs" variant="default" aria-disabled={isUndoing} onClick={() => void take()}>
        Undo
      </Button>
      <CloseButton aria-label="Close" size={28} onClick={onClose} />
    </Paper>
  );
}
