/**
 * The moments of an upload at which it matters what was written and what was sent. `before start`: not yet written;
 * `start sending`: written, nothing sent; `start answered`: the answer came and is not yet written. The same for `finish`.
 * `before sending`: the piece, or the whole file, is not yet written as `sending`. `after answer`: what was answered is not
 * yet read; it is written with the next `sending`.
 */
export type UploadPoint =
  | `before ${'start' | 'finish'}`
  | `${'start' | 'finish'} ${'sending' | 'answered'}`
  | 'before sending'
  | 'mid bytes'
  | 'after bytes'
  | 'after answer'
  | 'between pieces'
  | 'end kept';

/** Called at each point, with the number of the piece from 0 where there is one; tests end or stop the process here. */
export type OnUploadPoint = (point: UploadPoint, piece: number | null) => void | Promise<void>;
