import type { ComboboxStore } from '@mantine/core';
import { useEffect } from 'react';

/** Selects the first matching option for Enter, also when another becomes first later. */
export function useFirstOption({ selectFirstOption }: ComboboxStore, search: string, first?: string): void {
  useEffect(() => {
    if (search !== '') selectFirstOption();
  }, [search, first, selectFirstOption]);
}
