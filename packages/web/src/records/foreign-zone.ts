/**
 * The zone in an address, if it differs from the reader's. Also undefined for an invalid zone, which the service
 * refuses with a message.
 */
export function foreignZone(timezone: string | undefined, own?: string): string | undefined {
  const zone = timezone === undefined ? undefined : canonical(timezone);
  return zone === canonical(own) ? undefined : zone;
}

function canonical(timezone: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
