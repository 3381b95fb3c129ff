/** The name of the signal that tells a run which step's wait was answered, as `<step id>:<item>`. */
export const wakeSignal = 'wake';

/** What a run that waits for a place is woken for. Steps have a colon in theirs. */
export const forPlace = 'place';
