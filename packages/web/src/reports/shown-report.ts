import type { DashboardCondition } from '@tallyhook/schemas';
import type { SavedReport } from '@tallyhook/schemas/api';

/** A report as shown on a page: saved, or an unsaved question in the address. */
export interface ShownReport
  extends
    Pick<SavedReport, 'id' | 'name' | 'definition' | 'revision'>,
    Partial<Pick<SavedReport, 'readOnly' | 'problems'>> {
  isUnsaved?: boolean;
  /** The filter of the dashboard that it is shown on. */
  conditions?: readonly DashboardCondition[];
}
