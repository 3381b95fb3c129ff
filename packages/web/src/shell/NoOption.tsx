import { Combobox } from '@mantine/core';

/** ARIA attributes of a search field whose list is empty: a listbox must have options, so there is no listbox. */
export const noList = {
  'aria-expanded': false,
  'aria-controls': undefined,
  'aria-activedescendant': undefined,
} as const;

/**
 * Says in place of a list that nothing matches. Always rendered, so that screen readers announce its text when that
 * appears.
 */
export function NoOption({ text }: { text: string | undefined }) {
  return <div role="status">{text !== undefined && <Combobox.Empty>{text}</Combobox.Empty>}</div>;
}
