import type { Delivery, DeliveryTarget } from '@tallyhook/schemas/api';

/** A stored event as the workspace sees it. */
export interface KeptRow extends Pick<Delivery, 'id' | 'outcome'> {
  targets: Pick<DeliveryTarget, 'status' | 'reason' | 'started'>[];
}

interface Seen {
  /** Undefined if the workspace cannot see the event. */
  row: KeptRow | undefined;
  isLoggedIn: boolean;
  /** Whether the events name no account. */
  isForAll: boolean;
}

/** Explains why a stored event has no run. Its targets were decided on first arrival; a repeat changes nothing. */
export function reasonOf({ result }: { result: string | undefined }, { row, isLoggedIn, isForAll }: Seen): string {
  const isRepeat = result === 'duplicate';
  if (!isLoggedIn)
    return isRepeat
      ? 'it was received before and starts nothing again'
      : 'log in with `tallyhook login` to see what it starts';
  if (row?.outcome === 'accepted') return acceptedReason(row);
  const [now, before] = row === undefined ? unseen(isForAll) : untriggered;
  return isRepeat
    ? `starts nothing: it was received before, when ${before}; with another delivery id it counts as new`
    : `starts nothing: ${now}`;
}

const untriggered = ['no enabled workflow matches it', 'no enabled workflow matched it'];

function unseen(isForAll: boolean): string[] {
  return isForAll
    ? ['your workspace has not installed the connector', 'your workspace had not installed the connector']
    : ['nobody in your workspace has linked its account', 'nobody in your workspace had linked its account'];
}

function acceptedReason({ targets }: KeptRow): string {
  const refused = targets.flatMap(({ reason }) => (reason === null ? [] : [reason]));
  return refused.length > 0 ? `starts nothing: ${refused.join('; ')}` : 'its run has not started yet';
}
