import type { SavedReport } from '@tallyhook/schemas/api';

/** A report as a page shows it: a saved one, or the question in an address that nobody has saved. */
export interface ShownReport
  extends
    Pick<SavedReport, 'id' | 'name' | 'definition' | 'revision'>,
    Partial<Pick<SavedReport, 'readOnly' | 'problems'>> {
  isUnsaved?: boolean;
}
