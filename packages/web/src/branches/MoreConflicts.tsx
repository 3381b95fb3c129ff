import { Button } from '@mantine/core';
import { useFormats } from '../use-formats.ts';
import type { ConflictPages } from './use-branches.ts';

/** Lists the next conflicts, and says how many there are. */
export function MoreConflicts({ pages, listed, all }: { pages: ConflictPages; listed: number; all: number }) {
  const formats = useFormats();
  if (!pages.hasNextPage) return null;
  return (
    <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {`Show more conflicts (${formats.value(listed)} of ${formats.value(all)} records are listed)`}
    </Button>
  );
}
