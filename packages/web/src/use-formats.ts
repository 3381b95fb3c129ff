import { useMemo } from 'react';
import { createFormats, type Formats } from './chart/formats.ts';

/** Formats for the person using the browser; moments are in their own time zone if none is given. */
export function useFormats(timezone?: string): Formats {
  return useMemo(() => createFormats(navigator.languages, timezone), [timezone]);
}
