import type { Response } from 'express';

/** Aborts when the client leaves before the answer is whole. */
export function leaveSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    if (!response.writableFinished) controller.abort(new ClientLeft());
  };
  if (response.destroyed) leave();
  else response.once('close', leave);
  return controller.signal;
}

/** Why work for a client was given up. Nobody is there to be told. */
export class ClientLeft extends Error {
  constructor() {
    super('The client left before the answer was there.');
    this.name = 'ClientLeft';
  }
}
