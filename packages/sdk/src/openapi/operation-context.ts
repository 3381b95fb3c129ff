import type { Inputs } from './inputs.ts';
import type { Reader } from './place.ts';
import type { SchemaContext } from './value-schema.ts';

/** Context while an operation becomes an action. */
export interface OperationContext extends SchemaContext {
  reader: Reader;
  inputs: Inputs;
  /** Headers and query parameters set by the sign-in, such as `header authorization`, in lower case. */
  setBySignIn: ReadonlySet<string>;
  /** Notes that the whole operation cannot be an action. */
  refuse(pointer: string, reason: string): void;
  /** Notes that a part of the operation is missing from its action. */
  leaveOut(pointer: string, what: string, reason: string): void;
}
