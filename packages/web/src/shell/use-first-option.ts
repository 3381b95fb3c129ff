import type { ComboboxStore } from '@mantine/core';
import { useEffect } from 'react';

/** Makes the first option that fits what was typed the one that Enter takes. */
export function useFirstOption({ selectFirstOption }: ComboboxStore, search: string): void {
  useEffect(() => {
    if (search !== '') selectFirstOption();
  }, [search, selectFirstOption]);
}
