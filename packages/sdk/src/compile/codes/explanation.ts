/** What `tallyhook explain` tells of a code. */
export interface CodeExplanation {
  /** What is found, in a few words. */
  title: string;
  /** Why it is a mistake, and what to do. */
  why: string;
  /** The file of a connector that the examples could stand in. */
  file: string;
  bad: string;
  good: string;
}
