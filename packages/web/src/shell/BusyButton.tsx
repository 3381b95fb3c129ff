import { Button, type ButtonProps } from '@mantine/core';
import { useFocusGivenOn } from './use-focus-given-on.ts';

export interface BusyButtonProps extends Omit<ButtonProps, 'loading' | 'disabled'> {
  /** Whether what it does is under way: until that ends it does nothing. */
  isBusy: boolean;
  /** A button of type submit does what its form does. */
  type?: 'submit';
  onClick?: () => void;
}

/** A button that shows that it is at work. It is never disabled: browsers take the focus from what is. */
export function BusyButton({ isBusy, onClick, ...others }: BusyButtonProps) {
  const focus = useFocusGivenOn();
  return (
    <Button
      {...others}
      {...focus}
      loading={isBusy}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      // Enter in a field of a form presses its button.
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.())}
      renderRoot={(props: object) => <button {...props} disabled={false} />}
    />
  );
}
