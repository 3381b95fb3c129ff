const maxNotes = 20;

/** Notes for a step's result; empty without any. */
export type Notes = { notes?: string[] };

/** Collects what people should know about a step, such as the absent values of texts in its input. */
export function collectNotes() {
  const found = new Set<string>();
  const add = (text: string) => {
    if (found.size < maxNotes) found.add(text);
  };
  return {
    add,
    noteAbsent: (path: string, place: string) => add(`${place}: {{${path}}} was absent, so the text is empty there.`),
    notes: (): Notes => (found.size === 0 ? {} : { notes: [...found] }),
  };
}
