import { MongoServerError } from 'mongodb';

/** Whether a write failed because a unique index already holds its key. */
export function isDuplicateKey(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && error.code === 11000;
}
