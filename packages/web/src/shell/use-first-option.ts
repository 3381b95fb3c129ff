import type { ComboboxStore } from '@mantine/core';
import { useEffect } from 'react';

/** Makes the first option that fits what was typed the one that Enter takes, also where another comes first later. */
export function useFirstOption({ selectFirstOption }: ComboboxStore, search: string, first?: string): void {
  useEffect(() => {
    if (search !== '') selectFirstOption();
  }, [search, first, selectFirstOption]);
}
