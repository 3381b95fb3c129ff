import type { QuestionScalar } from '@tallyhook/schemas';

/** What an input for one value of a condition is given. */
export interface OneValueProps {
  label: string;
  value: QuestionScalar | undefined;
  onChange: (value: string | number | undefined) => void;
}
