import { createReadStream } from 'node:fs';
import { Problem, problemDocument } from '@tallyhook/schemas';
import { importCsv, type ImportProgress, type ImportRelation } from '@tallyhook/store/imports';
import type { Response } from 'express';
import { leaveSignal } from '../leave-signal.ts';
import { toProblem } from '../middleware/problems.ts';
import { receiveUpload } from '../receive-upload.ts';
import { typeParameter } from '../record-body.ts';
import { defineRoute, sent } from '../route.ts';

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
    empty: { kind: 'list', maxItems: 20 },
    missing: { kind: 'choice', values: ['empty', 'refuse'] },
    allOrNothing: { kind: 'flag' },
    dryRun: { kind: 'flag' },
  },
  body: { stream: 'text/csv' },
  answer: 'ImportResult',
  otherTypes: ['application/x-ndjson'],
  problems: ['invalid_import', 'unsupported_type', 'body_too_large'],
  async handler(request, { store, temporaryDirectory, uploads }, response) {
    requireCsv(request.get('content-type'));
    const { type, empty: emptyTexts, missing, allOrNothing, dryRun } = request.parameters;
    const relations = request.parameters.relation.map(parseRelation);
    const { branch, by } = request.caller;
    const lines = createLines(
      response,
      request.accepts('application/json', 'application/x-ndjson') === 'application/x-ndjson',
    );
    const signal = leaveSignal(response);
    const limits = { directory: temporaryDirectory, limitBytes: uploads.importBytes };
    try {
      const result = await receiveUpload(request, limits, ({ path, sizeBytes }) =>
        importCsv(store, branch, {
          type,
          open: () => createReadStream(path, { highWaterMark: 1024 * 1024 }),
          sizeBytes,
          relations,
          emptyTexts,
          missing,
          allOrNothing,
          dryRun,
          by,
          onProgress: lines.progress,
          signal,
        }),
      );
      lines.end(result);
    } catch (error) {
      if (!response.headersSent) throw error;
      response.end(`${JSON.stringify({ problem: problemDocument(toProblem(error), request.requestId) })}\n`);
    }
    return sent;
  },
});

/** Writes the response as one JSON document or line by line. */
function createLines(response: Response, wanted: boolean) {
  const begin = () => {
    if (!response.headersSent) response.status(200).setHeader('Content-Type', 'application/x-ndjson');
  };
  return {
    progress(progress: ImportProgress) {
      if (!wanted) return;
      begin();
      response.write(`${JSON.stringify({ progress })}\n`);
    },
    end(result: unknown) {
      if (!wanted) response.json(result);
      else {
        begin();
        response.end(`${JSON.stringify({ result })}\n`);
      }
    },
  };
}

function requireCsv(type: string | undefined): void {
  if (type !== undefined && /^text\/csv\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type.trim())) return;
  throw new Problem('unsupported_type', 'Send the CSV text in UTF-8 with the header Content-Type: text/csv.');
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
