import assert from 'node:assert/strict';
import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';
import { isStoreUnavailable } from './unavailable.ts';

describe('an unavailable store', () => {
  const ofMany = (error: Error) => new MongoBulkWriteError(error, {} as never);

  it('has the error of a connection, also around several writes at once', () => {
    const closed = new MongoNetworkError('connection 8 to 127.0.0.1:27017 closed');
    assert.equal(isStoreUnavailable(closed), true);
    assert.equal(isStoreUnavailable(ofMany(closed)), true);
  });

  it('is not behind a refused write', () => {
    const duplicate = new MongoServerError({ message: 'E11000 duplicate key', code: 11000 });
    assert.equal(isStoreUnavailable(duplicate), false);
    assert.equal(isStoreUnavailable(ofMany(duplicate)), false);
  });
});
