import { Modal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

export interface DialogProps {
  title: string;
  /** The accessible name of the close button. */
  closeLabel?: string;
  /** `xl` for what needs several columns. */
  size?: 'xl';
  children: ReactNode;
  onClose: () => void;
}

/** A modal dialog; Escape closes it. */
export function Dialog({ title, closeLabel = 'Close', size, children, onClose }: DialogProps) {
  useRestoreFocus();
  return (
    <Modal.Root
      opened
      centered
      {...(size && { size })}
      // Mantine locks scrolling with a style that the content security policy refuses.
      lockScroll={false}
      styles={{ title: { fontWeight: 650 } }}
      onClose={onClose}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A `<header>`: without the role it would be a second banner landmark. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={closeLabel} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Returns the focus to where it was before, unless something else has taken it. */
function useRestoreFocus(): void {
  useEffect(() => {
    const before = openerOf(document.activeElement);
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
}

/** A menu item disappears with its menu: return to the button that labels the menu. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]');
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
  return button ?? focused;
}
