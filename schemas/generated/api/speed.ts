// Made from api/speed.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment } from './parts.ts';

export interface Speed {
  since: Moment | null;
  fields: FieldSpeed[];
}
export interface FieldSpeed {
  type: string;
  typeLabel: string;
  field: string;
  label: string;
  kind: 'text' | 'choice' | 'number' | 'day' | 'instant' | 'yesNo' | 'relation' | 'person' | 'file';
  uses: Count;
  lastUsedAt: Moment | null;
  medianMs: number | null;
  totalMs: number;
  reports: {
    id: Id;
    name: string;
  }[];
  canIndex: boolean;
  whyNot?: string;
  suggested: boolean;
  index: FieldIndex;
}
export interface IndexSwitch {
  on: boolean;
}
export interface FieldIndex {
  state: 'off' | 'building' | 'on' | 'failed';
  percent: number | null;
  sizeBytes: Count | null;
  error: string | null;
}
