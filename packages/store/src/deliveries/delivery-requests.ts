import { newId, type Store } from '../database/store.ts';
import { keepBytes, type KeptBytes } from './delivery-bodies.ts';
import type { DeliveryRequest } from './deliveries.ts';

/** Headers that hold what the sender signs in with: readers of a delivery must not get it. */
const credentialHeaders = ['authorization', 'proxy-authorization', 'cookie'];
const spareBytes = 1024 * 1024;

/** Stores how an event was sent, beside its payload; `aroundText` is what stood around the list that it came from. */
export type RequestKeeper = (aroundText: string | undefined) => Promise<KeptBytes>;

/**
 * Creates the keeper for the events of one body. Equal requests are stored once. What stood around a list could fill the
 * database if each of its events repeated it, so it is left out once twice the size of the body is used up.
 */
export function createRequestKeeper(
  store: Store,
  { headers = {}, query = {}, raw }: Partial<Pick<DeliveryRequest, 'headers' | 'query'>> & { raw: Buffer },
  expiresAt: Date,
): RequestKeeper {
  const shown = Object.fromEntries(Object.entries(headers).filter(([name]) => !credentialHeaders.includes(name)));
  const kept = new Map<string, KeptBytes>();
  let leftBytes = 2 * raw.length + spareBytes;

  const sentWith = JSON.stringify({ headers: shown, query } satisfies DeliveryRequest);
  const keep = async (text: string) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    const stored = await keepBytes(store, bytes, { piecesId: `${newId()}:request`, expiresAt });
    leftBytes -= bytes.length;
    kept.set(text, stored);
    return stored;
  };

  return (aroundText) =>
    keep(aroundText === undefined || leftBytes <= 0 ? sentWith : `${sentWith.slice(0, -1)},"around":${aroundText}}`);
}
