import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { parseFileSettings } from './file-settings.ts';

const keys = { TALLYHOOK_S3_ACCESS_KEY_ID: 'id', TALLYHOOK_S3_SECRET_ACCESS_KEY: 'hush' };
const read = (text: string | undefined) => parseFileSettings({ ...keys, TALLYHOOK_FILES: text });

describe('The setting of where files are kept', () => {
  it('is GridFS unless a bucket is named', () => {
    for (const text of [undefined, '', ' ', 'gridfs'])
      assert.deepEqual(parseFileSettings({ TALLYHOOK_FILES: text }), { newFiles: undefined, buckets: [] });
  });

  it('names a bucket with a prefix, an endpoint and a region', () => {
    const bucket = { bucket: 'files', prefix: '', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'hush' };
    assert.deepEqual(read('s3://files'), { newFiles: bucket, buckets: [bucket] });
    assert.deepEqual(read('s3://files/a/b/?endpoint=http://localhost:9000&region=eu-west-1').newFiles, {
      ...bucket,
      prefix: 'a/b/',
      endpoint: 'http://localhost:9000',
      region: 'eu-west-1',
    });
  });

  it('lists the place of new files first, then those that are only read', () => {
    const { newFiles, buckets } = read('gridfs, s3://old');
    assert.deepEqual([newFiles, buckets.map(({ bucket }) => bucket)], [undefined, ['old']]);
    assert.equal(read('s3://new,s3://old').newFiles?.bucket, 'new');
  });

  const refused: [string, RegExp][] = [
    ['ftp://files', /each place must be gridfs or of the form s3:.*, got "ftp:\/\/files"/],
    ['s3://', /each place must be gridfs or of the form/],
    ['s3://id:hush@files', /keys do not belong in the address: set TALLYHOOK_S3_ACCESS_KEY_ID/],
    ['https://id:hush@files', /got "https:\/\/…@files"/],
    ['s3://files?endpoint=files.example.com', /endpoint must be an http or https address, got "files\.example\.com"/],
    ['s3://files?zone=1', /"zone" is unknown/],
    ['s3://files,s3://files/more', /the bucket "files" is listed twice/],
  ];
  for (const [text, message] of refused) {
    it(`is refused: ${text}`, () => {
      assert.throws(
        () => read(text),
        (error) => error instanceof Problem && message.test(error.message) && !error.message.includes('hush'),
      );
    });
  }

  it('needs the keys of a bucket', () => {
    assert.throws(() => parseFileSettings({ TALLYHOOK_FILES: 's3://files' }), /TALLYHOOK_S3_ACCESS_KEY_ID is not set/);
  });
});
