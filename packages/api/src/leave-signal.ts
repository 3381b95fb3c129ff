import type { Response } from 'express';

/** Creates a signal that aborts if the client disconnects before the response is complete. */
export function leaveSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    if (!response.writableFinished) controller.abort(new ClientLeft());
  };
  if (response.destroyed) leave();
  else response.once('close', leave);
  return controller.signal;
}

/** The reason for abandoning work: the client disconnected, so nobody receives this error. */
export class ClientLeft extends Error {
  constructor() {
    super('The client disconnected before the answer was ready.');
    this.name = 'ClientLeft';
  }
}
