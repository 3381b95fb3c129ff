import { createReadStream } from 'node:fs';
import { Problem } from '@tallyhook/schemas';
import type { ImportProgress } from '@tallyhook/schemas/api';
import { importFile, type FieldChoice, type FileFormat, type ImportRelation } from '@tallyhook/store/imports';
import { leaveSignal } from '../leave-signal.ts';
import { receiveUpload } from '../receive-upload.ts';
import { typeParameter } from '../record-body.ts';
import { fileFormOf, fileTypes } from '../records/file-form.ts';
import { defineRoute } from '../route.ts';

/**
 * Imports a file as records of one type: CSV, NDJSON, or a JSON list of objects. Clients that accept
 * `application/x-ndjson` get progress line by line, with the result or the problem on the last line.
 */
export const postImport = defineRoute({
  method: 'post',
  path: '/api/import',
  access: 'write',
  summary: 'Imports a file as records of one type: CSV, one JSON object per line, or a JSON list of objects.',
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
  body: { stream: fileTypes, jsonSchema: { type: 'array', items: { type: 'object' } } },
  answer: 'ImportResult',
  lines: 'ImportLine',
  reportsProgress: true,
  problems: ['invalid_import', 'quota_reached', 'unsupported_type', 'body_too_large'],
  async handler(request, { store, space, temporaryDirectory, uploads, bodyTimeoutMs }, response) {
    const form = fileFormOf(request.get('content-type'));
    const { type, empty: emptyTexts, dates, decimals, missing, key, allOrNothing, dryRun } = request.parameters;
    const delimiter = delimiterOf(request.parameters.delimiter, form.format);
    const relations = request.parameters.relation.map(parseRelation);
    const fields = request.parameters.field.map(parseField);
    const { branch, by } = request.caller;
    const signal = leaveSignal(response);
    const limits = { directory: temporaryDirectory, limitBytes: uploads.importBytes, timeoutMs: bodyTimeoutMs };
    const onProgress = (progress: ImportProgress) => request.report(progress);
    return receiveUpload(request, limits, ({ path, sizeBytes }) =>
      importFile(store, branch, {
        ...form,
        type,
        open: () => createReadStream(path, { highWaterMark: 1024 * 1024 }),
        sizeBytes,
        relations,
        fields,
        emptyTexts,
        delimiter,
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

/** One character, or the word `tab`. */
function delimiterOf(given: string | undefined, format: FileFormat): string | undefined {
  if (given !== undefined && format !== 'csv')
    throw new Problem('invalid_request', 'Only CSV has a delimiter between its cells: leave it out for JSON.');
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
