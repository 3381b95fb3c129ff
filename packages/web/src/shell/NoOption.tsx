import { Combobox } from '@mantine/core';

/** What a field that searches a list has where nothing fits: a list must have options, so there is none. */
export const noList = {
  'aria-expanded': false,
  'aria-controls': undefined,
  'aria-activedescendant': undefined,
} as const;

/** Says in the place of a list that nothing fits, also to those who hear the page: it is there before it has words. */
export function NoOption({ words }: { words: string | undefined }) {
  return <div role="status">{words !== undefined && <Combobox.Empty>{words}</Combobox.Empty>}</div>;
}
