import { createReadStream } from 'node:fs';
import { Problem } from '@tallyhook/schemas';
import type { ImportProgress } from '@tallyhook/schemas/api';
import { importCsv, isEncoding, type FieldChoice, type ImportRelation } from '@tallyhook/store/imports';
import { leaveSignal } from '../leave-signal.ts';
import { receiveUpload } from '../receive-upload.ts';
import { typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

/**
 * Imports a CSV file as records of one type. Clients that accept `application/x-ndjson` get progress line by line, with
 * the result or the problem on the last line.
 */
export const postImport = defineRoute({
  method: 'post',
  path: '/api/import',
  access: 'write',
  summary: 'Imports a CSV file as records of one type.',
  parameters: {
    type: typeParameter,
    relation: { kind: 'list', maxItems: 100 },
    field: { kind: 'list', maxItems: 500 },
    empty: { kind: 'list', maxItems: 20 },
    delimiter: { kind: 'text', maxLength: 3 },
    dates: { kind: 'choice', values: ['dmy', 'mdy', 'ymd'] },
    decimals: { kind: 'choice', values: ['point', 'comma'] },
    missing: { kind: 'choice', values: ['empty', 'refuse'] },
    key: { kind: 'text', maxLength: 100 },
    allOrNothing: { kind: 'flag' },
    dryRun: { kind: 'flag' },
  },
  body: { stream: 'text/csv' },
  answer: 'ImportResult',
  lines: 'ImportLine',
  reportsProgress: true,
  problems: ['invalid_import', 'quota_reached', 'unsupported_type', 'body_too_large'],
  async handler(request, { store, space, temporaryDirectory, uploads, bodyTimeoutMs }, response) {
    const encoding = encodingOf(request.get('content-type'));
    const { type, empty: emptyTexts, dates, decimals, missing, key, allOrNothing, dryRun } = request.parameters;
    const delimiter = delimiterOf(request.parameters.delimiter);
    const relations = request.parameters.relation.map(parseRelation);
    const fields = request.parameters.field.map(parseField);
    const { branch, by } = request.caller;
    const signal = leaveSignal(response);
    const limits = { directory: temporaryDirectory, limitBytes: uploads.importBytes, timeoutMs: bodyTimeoutMs };
    const onProgress = (progress: ImportProgress) => request.report(progress);
    return receiveUpload(request, limits, ({ path, sizeBytes }) =>
      importCsv(store, branch, {
        type,
        open: () => createReadStream(path, { highWaterMark: 1024 * 1024 }),
        sizeBytes,
        relations,
        fields,
        emptyTexts,
        delimiter,
        encoding,
        dates,
        decimals,
        missing,
        key,
        allOrNothing,
        dryRun,
        checkRows: async (rows) => void (await space.requireQuota(branch.workspaceId, 'records', rows)),
        by,
        onProgress,
        signal,
      }),
    );
  },
});

/** The encoding that the type of the body names; UTF-8 by default. */
function encodingOf(type = ''): string {
  const match = /^text\/csv\s*(?:;\s*header=\w+\s*)?(?:;\s*charset="?([\w.:-]+)"?\s*)?$/i.exec(type.trim());
  if (match === null)
    throw new Problem('unsupported_type', 'Send the CSV text with the header Content-Type: text/csv.');
  const label = (match[1] ?? 'utf-8').toLowerCase();
  if (isEncoding(label)) return label;
  const detail = `The encoding "${label}" is not known: name one such as utf-8 or windows-1252, or save the file as UTF-8.`;
  throw new Problem('unsupported_type', detail);
}

/** One character, or the word `tab`. */
function delimiterOf(given: string | undefined): string | undefined {
  if (given === undefined || [...given].length === 1) return given;
  if (given === 'tab') return '\t';
  throw new Problem('invalid_request', `"${given}" is not a delimiter: name one character, or tab.`);
}

const kinds = ['text', 'choice', 'number', 'day', 'instant', 'yesNo'] as const;

/** Parses `column=name`, `column=name:kind` and, to leave the column out, `column=`. */
function parseField(text: string): FieldChoice {
  const match = /^(?<column>.+)=(?<field>[^:=]*)(?::(?<kind>\w+))?$/.exec(text);
  const { column, field, kind } = match?.groups ?? {};
  const known = kinds.find((one) => one === kind);
  if (column === undefined || field === undefined || (kind !== undefined && known === undefined)) {
    const detail = `"${text.slice(0, 200)}" is not a choice of a field. Use the form column=name or column=name:kind with one of ${kinds.join(', ')}, or column= to leave it out.`;
    throw new Problem('invalid_request', detail);
  }
  return { column, field: field === '' ? null : field, ...(known && { kind: known }) };
}

/** Parses `[field:]column=type.key`. */
function parseRelation(text: string): ImportRelation {
  const match = /^(?:(?<field>[^:=]+):)?(?<column>[^=]+)=(?<targetType>[^.=]+)\.(?<targetKey>[^=]+)$/.exec(text);
  if (match?.groups === undefined) {
    const detail = `"${text.slice(0, 200)}" is not a relation. Use the form [field:]column=type.key, such as carrier=airline.code.`;
    throw new Problem('invalid_request', detail);
  }
  const { field, column, targetType, targetKey } = match.groups;
  return { field, column: column!, targetType: targetType!, targetKey: targetKey! };
}
