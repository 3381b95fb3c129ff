import type { Upload, UploadChange, UploadRequestEntry, UploadRequestName } from '@tallyhook/store/runs';

const neverSent: UploadRequestEntry = { state: 'open', sends: 0, sendingAt: null };

/** The values in `upload` of everything that is written as sending in `current`. */
export function outgoing({ state, piece, ahead, requests }: Upload, current: Upload): UploadChange {
  const all = Object.keys(current.requests) as UploadRequestName[];
  const names = all.filter((name) => current.requests[name]?.state === 'sending');
  const entries = names.map((name) => [name, requests[name] ?? neverSent] as const);
  return { state, piece, ahead, requests: Object.fromEntries(entries) };
}
