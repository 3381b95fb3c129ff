const maxNotes = 20;

/** Notes for a step's result; empty without any. */
export type Notes = { notes?: string[] };

/** Collects the absent values of texts in a step's input, where they are empty. */
export function noteAbsent() {
  const found = new Set<string>();
  return {
    note: (path: string, place: string) => {
      if (found.size < maxNotes) found.add(`${place}: {{${path}}} was absent, so the text is empty there.`);
    },
    notes: (): Notes => (found.size === 0 ? {} : { notes: [...found] }),
  };
}
