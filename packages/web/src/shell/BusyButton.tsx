import { Button, type ButtonProps } from '@mantine/core';
import { useFocusFallback } from './use-focus-fallback.ts';

export interface BusyButtonProps extends Omit<ButtonProps, 'loading' | 'disabled'> {
  /** Whether its action is running; until that ends, pressing does nothing. */
  isBusy: boolean;
  /** A submit button triggers the form's action. */
  type?: 'submit';
  onClick?: () => void;
}

/**
 * A button that shows a pending action. It is never disabled, because browsers take the focus from disabled elements.
 */
export function BusyButton({ isBusy, onClick, ...others }: BusyButtonProps) {
  const focus = useFocusFallback();
  return (
    <Button
      {...others}
      {...focus}
      loading={isBusy}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      // Enter in a field of a form also clicks its button.
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.())}
      renderRoot={(props: object) => <button {...props} disabled={false} />}
    />
  );
}
