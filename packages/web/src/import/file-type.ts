/** The media type of a file by the ending of its name; anything unknown is CSV. */
export function fileTypeOf(name: string): 'text/csv' | 'application/json' | 'application/x-ndjson' {
  if (/\.json$/i.test(name)) return 'application/json';
  return /\.(?:ndjson|jsonl)$/i.test(name) ? 'application/x-ndjson' : 'text/csv';
}
