import type { StartStepPhase } from '@tallyhook/sdk';

/** The requests that are sent once before and after the file. */
export type OncePhase = 'start' | StartStepPhase | 'finish';

/**
 * The moments of an upload at which the written and the sent state matter.
 * - `before start`: not yet written. `start sending`: written, nothing sent. `start answered`: the answer arrived and
 *   is not yet written. The same for `start:<name>`, `finish` and `processed`.
 * - `address answered`: the piece is written, and the service has said where it goes.
 * - `answer kept`: the answer to the piece is kept for later requests, and not yet that the piece is confirmed.
 * - `before sending`: the piece, or the whole file, is not yet written as `sending`.
 * - `after answer`: the answer is not yet read; it is written with the next `sending`.
 */
export type UploadPoint =
  | `before ${OncePhase}`
  | `${OncePhase | 'processed'} ${'sending' | 'answered'}`
  | 'address answered'
  | 'answer kept'
  | 'before sending'
  | 'mid bytes'
  | 'after bytes'
  | 'after answer'
  | 'between pieces'
  | 'end kept';

/** Called at each point, with the number of the piece (from 0) if there is one. Tests kill or stop the process here. */
export type OnUploadPoint = (point: UploadPoint, piece: number | null) => void | Promise<void>;
