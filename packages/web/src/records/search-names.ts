/** The search parameters of the records page: what differs from the view, or from the defaults of the type. */
export interface RecordsSearch {
  /** The id of a saved view. */
  view?: string;
  /** The filter of a question, as JSON. */
  filter?: string;
  /** Such as `-dueOn,title`; empty for none. */
  sort?: string;
  /** A field, with the unit of a date: `createdAt:month`; empty for none. */
  group?: string;
  /** The columns in order, comma-separated; those that a report uses come first. */
  fields?: string;
  /** Whether `fields` are all columns, not only the first. */
  only?: '1';
  /** The id of the record in the panel. */
  record?: string;
  timezone?: string;
  weekStart?: string;
  /** The name of the report that linked here. */
  from?: string;
}

export const searchNames = [
  ...(['view', 'filter', 'sort', 'group', 'fields', 'only', 'record'] as const),
  ...(['timezone', 'weekStart', 'from'] as const),
];
