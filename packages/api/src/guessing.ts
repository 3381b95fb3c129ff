import { Problem } from '@tallyhook/schemas';
import type { Request } from 'express';
import type { ApiDependencies } from './dependencies.ts';

/**
 * Runs work that depends on the token of a link. A token that is not found counts as a failed attempt of the address.
 * @throws Problem `too_many_requests` after too many of them.
 */
export async function guessing<Result>(
  request: Pick<Request, 'ip'>,
  { attempts }: Pick<ApiDependencies, 'attempts'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') await attempts.count({ address: request.ip ?? '' });
    throw error;
  }
}
