/** The name of the signal that tells a run which step's wait was answered, as `<step id>:<item>`. */
export const wakeSignal = 'wake';
