import type { QuestionScalar } from '@tallyhook/schemas';

/** Props of an input for one value of a condition. */
export interface OneValueProps {
  label: string;
  value: QuestionScalar | undefined;
  onChange: (value: string | number | undefined) => void;
}
