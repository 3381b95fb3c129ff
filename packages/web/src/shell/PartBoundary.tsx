import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PartBroken } from './PageBroken.tsx';

export interface PartBoundaryProps {
  /** What is drawn: when it is another, a part that failed is tried again. */
  drawn?: unknown;
  children: ReactNode;
}

/** Keeps a part of a page that fails while it is drawn from taking the others with it. */
export function PartBoundary({ drawn, children }: PartBoundaryProps) {
  return (
    <CatchBoundary getResetKey={() => drawn} errorComponent={PartBroken}>
      {children}
    </CatchBoundary>
  );
}
