import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

export interface DialogProps {
  title: string;
  /** What the cross says to those who hear the page. */
  closeLabel?: string;
  children: ReactNode;
  onClose: () => void;
}

/** A question that has to be answered before one goes on; Escape closes it. */
export function Dialog({ title, closeLabel = 'Close', children, onClose }: DialogProps) {
  return (
    <Modal
      opened
      centered
      // To lock the page behind it, Mantine would write a style that the policy of the pages refuses.
      lockScroll={false}
      title={title}
      closeButtonProps={{ 'aria-label': closeLabel }}
      styles={{ title: { fontWeight: 650 } }}
      onClose={onClose}
    >
      {children}
    </Modal>
  );
}
