/** The present time as templates read it: `now`. */
export interface Moment {
  /** `2026-01-01T00:00:00.000Z` */
  iso: string;
  /** The day in UTC: `2026-01-01` */
  date: string;
  /** Whole seconds since 1970. */
  seconds: number;
  milliseconds: number;
}

/** Writes a time, in milliseconds since 1970, in the forms that services want. */
export function momentOf(ms: number): Moment {
  const iso = new Date(ms).toISOString();
  return { iso, date: iso.slice(0, 10), seconds: Math.floor(ms / 1000), milliseconds: ms };
}
