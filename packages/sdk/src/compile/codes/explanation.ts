/** What `tallyhook explain` prints for a code. */
export interface CodeExplanation {
  /** What was found, in a few words. */
  title: string;
  /** Why it is a mistake and what to do. */
  why: string;
  /** The connector file that the examples could be in. */
  file: string;
  bad: string;
  good: string;
}
