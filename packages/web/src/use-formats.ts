import { useMemo } from 'react';
import { createFormats, type Formats } from './chart/formats.ts';

/** How the browser's person writes figures and moments. */
export function useFormats(): Formats {
  return useMemo(() => createFormats(navigator.languages), []);
}
