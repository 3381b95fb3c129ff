import { Problem } from '@tallyhook/schemas';

/** Where the bytes of files are kept, as plain data. */
export interface FileSettings {
  /** Takes the new files: a bucket, or GridFS if undefined. */
  newFiles: S3Bucket | undefined;
  /** All buckets that hold files, including that of the new ones. */
  buckets: readonly S3Bucket[];
}

/** A bucket of an S3-compatible service, with the keys to it. */
export interface S3Bucket {
  bucket: string;
  /** The start of the keys of new objects: empty, or text that ends with a slash. */
  prefix: string;
  /** Absent for Amazon S3. */
  endpoint?: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The files are kept in GridFS unless a setting says otherwise. */
export const filesInGridfs: FileSettings = { newFiles: undefined, buckets: [] };

const form = 's3://bucket/prefix?endpoint=https://host&region=name';

/**
 * Reads `TALLYHOOK_FILES` with the keys from `TALLYHOOK_S3_ACCESS_KEY_ID` and `TALLYHOOK_S3_SECRET_ACCESS_KEY`. The
 * first place of the list takes the new files, the others are only read.
 * @throws Problem `cannot_start`
 */
export function parseFileSettings(environment: Record<string, string | undefined>): FileSettings {
  const texts = (environment['TALLYHOOK_FILES'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean);
  const places = texts.map((text) => (text === 'gridfs' ? undefined : readBucket(text, environment)));
  const buckets = places.filter((place) => place !== undefined);
  const twice = buckets.find(({ bucket }, at) => buckets.findIndex((other) => other.bucket === bucket) !== at);
  if (twice) throw wrong(`the bucket "${twice.bucket}" is listed twice`);
  return { newFiles: places[0], buckets };
}

function readBucket(text: string, environment: Record<string, string | undefined>): S3Bucket {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname))
    throw wrong(`each place must be gridfs or of the form ${form}, got "${withoutUser(text)}"`);
  if (url.username !== '' || url.password !== '')
    throw wrong('keys do not belong in the address: set TALLYHOOK_S3_ACCESS_KEY_ID and TALLYHOOK_S3_SECRET_ACCESS_KEY');
  const { endpoint, region = 'us-east-1', ...unknown } = Object.fromEntries(url.searchParams);
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw wrong(`"${name}" is unknown: the form is ${form}`);
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw wrong(`endpoint must be an http or https address, got "${endpoint}"`);
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${decodeURIComponent(prefix)}/`,
    ...(endpoint !== undefined && { endpoint }),
    region,
    accessKeyId: need(environment, 'TALLYHOOK_S3_ACCESS_KEY_ID'),
    secretAccessKey: need(environment, 'TALLYHOOK_S3_SECRET_ACCESS_KEY'),
  };
}

function need(environment: Record<string, string | undefined>, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new Problem('cannot_start', `${name} is not set: TALLYHOOK_FILES names a bucket, which needs it.`);
}

/** Keys that someone put in the address must not reach a log. */
const withoutUser = (text: string): string => text.replace(/\/\/[^/]*@/, '//…@');

function wrong(what: string): Problem {
  return new Problem('cannot_start', `TALLYHOOK_FILES cannot be used: ${what}.`);
}
