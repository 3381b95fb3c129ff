import type { Inputs } from './inputs.ts';
import type { Reader } from './place.ts';
import type { SchemaContext } from './value-schema.ts';

/** What is known while one operation becomes an action. */
export interface OperationContext extends SchemaContext {
  reader: Reader;
  inputs: Inputs;
  /** Headers and query parameters that the sign-in sets, such as `header authorization`; in lower case. */
  setBySignIn: ReadonlySet<string>;
  /** Says that the operation as a whole cannot be an action. */
  refuse(pointer: string, reason: string): void;
  /** Says that a part of the operation is not in its action. */
  leaveOut(pointer: string, what: string, reason: string): void;
}
