import { Modal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

export interface DialogProps {
  title: string;
  /** What the cross says to those who hear the page. */
  closeLabel?: string;
  children: ReactNode;
  onClose: () => void;
}

/** A question that has to be answered before one goes on; Escape closes it. */
export function Dialog({ title, closeLabel = 'Close', children, onClose }: DialogProps) {
  useFocusGivenBack();
  return (
    <Modal.Root
      opened
      centered
      // To lock the page behind it, Mantine would write a style that the policy of the pages refuses.
      lockScroll={false}
      styles={{ title: { fontWeight: 650 } }}
      onClose={onClose}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A <header>: without the role it would be one more banner of the page. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={closeLabel} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** What had the focus before has it again afterwards, unless something else took it. */
function useFocusGivenBack(): void {
  useEffect(() => {
    const before = openerOf(document.activeElement);
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
}

/** The item of a menu goes with the menu: the button that the menu is named after stays. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]');
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
  return button ?? focused;
}
