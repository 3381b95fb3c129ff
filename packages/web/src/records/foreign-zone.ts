/**
 * The zone of an address where it is another one than that of the reader. What is no zone comes to undefined too: the
 * service refuses it in words.
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
