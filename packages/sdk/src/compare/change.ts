/** How much of a version a change is: nothing that was built on the old one breaks unless it is `breaking`. */
export type ChangeWeight = 'breaking' | 'addition' | 'correction';

/** One difference between two versions of a connector. */
export interface Change {
  /** The file of the connector in which it is. */
  file: string;
  /** JSON pointer as a URI fragment, inside the file. */
  pointer: string;
  weight: ChangeWeight;
  message: string;
}

/** Takes down the changes of one file. */
export type Report = (path: readonly (string | number)[], weight: ChangeWeight, message: string) => void;
