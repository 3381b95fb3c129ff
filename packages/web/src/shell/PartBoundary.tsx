import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PartBroken } from './PageBroken.tsx';

export interface PartBoundaryProps {
  /** The rendered data; when it changes, a failed part is tried again. */
  drawn?: unknown;
  children: ReactNode;
}

/** Keeps a render error in one part of a page from taking down the others. */
export function PartBoundary({ drawn, children }: PartBoundaryProps) {
  return (
    <CatchBoundary getResetKey={() => drawn} errorComponent={PartBroken}>
      {children}
    </CatchBoundary>
  );
}
