import { useMemo } from 'react';
import { createFormats, type Formats } from './chart/formats.ts';

/** How the browser's person writes figures and moments; the moments in their own time zone if none is given. */
export function useFormats(timezone?: string): Formats {
  return useMemo(() => createFormats(navigator.languages, timezone), [timezone]);
}
