/** How long something took, or has taken until `now`: `40 ms`, `1.4 s`, `12 s`, `3 min 5 s`, `2 h 4 min`. */
export function describeDuration(from: string | null, to: string | null, now: number): string {
  if (from === null) return '–';
  const durationMs = Math.max(0, (to === null ? now : Date.parse(to)) - Date.parse(from));
  return describeMs(durationMs);
}

/** A duration in its two largest units. */
export function describeMs(durationMs: number): string {
  const seconds = durationMs / 1_000;
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
