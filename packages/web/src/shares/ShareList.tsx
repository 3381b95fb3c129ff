import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ShareLink } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useFormats } from '../use-formats.ts';
import classes from './Shares.module.css';

/** Links with their makers, last use and end. Removing one stops it at once. */
export function ShareList({ links, isNamed = false }: { links: readonly ShareLink[]; isNamed?: boolean }) {
  const place = usePlace();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const formats = useFormats();
  const [failure, setFailure] = useState<unknown>();

  async function remove({ id }: ShareLink) {
    try {
      await call(place, 'DELETE /api/shares/:id', { path: { id } });
      announce('The link was removed');
      await queries.invalidateQueries({ queryKey: ['shares', place.workspace] });
    } catch (error) {
      setFailure(error);
    }
  }
  return (
    <>
      {failure !== undefined && <ErrorNote title="Couldn't remove the link" error={failure} />}
      <ul className={classes.links} aria-label="Links">
        {links.map((link) => (
          <li key={link.id} className={classes.link}>
            <div>
              <Text size="sm">
                {isNamed && `${link.name ?? `Deleted ${link.kind}`} · `}
                Made by {link.maker ?? 'somebody who left'} on {formats.dayOf(link.createdAt)}
              </Text>
              <Text size="xs" c="dimmed">
                {link.lastUsedAt === null ? 'Never opened' : `Last opened ${formats.time(link.lastUsedAt)}`} · ends on{' '}
                {formats.dayOf(link.expiresAt)}
                {isNamed && link.branch !== 'main' && ` · branch ${link.branch ?? 'deleted'}`}
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={`Remove the link made on ${formats.moment(link.createdAt)}`}
              onClick={() => void remove(link)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
