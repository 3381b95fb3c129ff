import type { FieldSchema } from './fields.ts';

/** A step or a trigger. */
export type StepValues = Record<string, unknown> & { kind: string };

/** One field of a step or a trigger. */
export interface FieldProps {
  name: string;
  schema: FieldSchema;
  isRequired: boolean;
  isTemplate: boolean;
  fault: string | undefined;
  of: StepValues;
  set: (name: string, value: unknown) => void;
  accounts: Record<string, string>;
  onAccount: (name: string, accountId: string | undefined) => void;
  onChange: (value: StepValues) => void;
}
