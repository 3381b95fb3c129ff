/** The places of a worker for sending files. */
export interface UploadPlaces {
  /** Takes a place for a service; null if it has its share. Call the result to give the place back. */
  take(service: string): (() => void) | null;
}

/**
 * A service gets a further place only while it has at most half of what it and nobody hold, so that one slow service
 * never takes all places: of 8, the first may have 4, a second one 2, and two more one each.
 */
export function createUploadPlaces(count: number): UploadPlaces {
  const held = new Map<string, number>();
  let free = count;
  return {
    take(service) {
      const own = held.get(service) ?? 0;
      if (free === 0 || own + 1 > Math.ceil((own + free) / 2)) return null;
      held.set(service, own + 1);
      free -= 1;
      return () => {
        free += 1;
        const left = held.get(service)! - 1;
        if (left === 0) held.delete(service);
        else held.set(service, left);
      };
    },
  };
}
