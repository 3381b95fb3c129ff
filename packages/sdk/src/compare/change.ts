/** Severity of a change. Only a `breaking` change can break something built on the old version. */
export type ChangeWeight = 'breaking' | 'addition' | 'correction';

/** One difference between two versions of a connector. */
export interface Change {
  /** The connector file that changed. */
  file: string;
  /** JSON pointer within the file, as a URI fragment. */
  pointer: string;
  weight: ChangeWeight;
  message: string;
}

/** Records the changes of one file. */
export type Report = (path: readonly (string | number)[], weight: ChangeWeight, message: string) => void;
