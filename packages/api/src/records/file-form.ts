import { Problem } from '@tallyhook/schemas';
import { isEncoding, type FileFormat } from '@tallyhook/store/imports';

/** How an imported file is written. */
export interface FileForm {
  format: FileFormat;
  /** The encoding of a CSV file. */
  encoding?: string;
}

const formats = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/json': 'json',
} as const satisfies Record<string, FileFormat>;

/** The media types of files that can be imported. */
export const fileTypes = Object.keys(formats);

const pattern = /^([\w.+-]+\/[\w.+-]+)\s*(?:;\s*header=\w+\s*)?(?:;\s*charset="?([\w.:-]+)"?\s*)?$/i;

/**
 * The format and the encoding that the type of a body names; UTF-8 by default.
 * @throws Problem `unsupported_type`.
 */
export function fileFormOf(contentType = ''): FileForm {
  const [, mediaType = '', charset = 'utf-8'] = pattern.exec(contentType.trim()) ?? [];
  const format = Object.entries(formats).find(([type]) => type === mediaType.toLowerCase())?.[1];
  if (format === undefined) {
    const detail = `Send the file as CSV, NDJSON or JSON, with the header Content-Type: ${fileTypes.join(' or ')}.`;
    throw new Problem('unsupported_type', detail);
  }
  const encoding = charset.toLowerCase();
  if (format === 'csv' && isEncoding(encoding)) return { format, encoding };
  if (format !== 'csv' && ['utf-8', 'utf8'].includes(encoding)) return { format };
  const detail =
    format === 'csv'
      ? `The encoding "${encoding}" is not known: name one such as utf-8 or windows-1252, or save the file as UTF-8.`
      : `JSON in the encoding "${encoding}" cannot be read: save the file as UTF-8.`;
  throw new Problem('unsupported_type', detail);
}
