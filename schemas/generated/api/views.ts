// Made from api/views.schema.json by `npm run generate`. Change the schema, not this file.

import type { Id, Moment, Name, Revision } from './parts.ts';
import type { View } from '../view.ts';

export interface SavedView {
  id: Id;
  name: string;
  definition: View;
  revision: Revision;
  updatedAt: Moment;
  updatedBy: string;
}
export interface NewView {
  name: Name;
  definition: View;
}
export interface ViewPatch {
  name?: Name;
  definition?: View;
  /**
   * The revision that was edited; the change is refused if it is no longer the current one.
   */
  revision: Revision;
}
