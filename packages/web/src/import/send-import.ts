import type { ProblemDocument } from '@tallyhook/schemas';
import type { ImportLine, ImportProgress, ImportResult } from '@tallyhook/schemas/api';
import { addressOf } from '../api/call.ts';
import { Refusal, refusalFrom } from '../api/send.ts';
import type { Place } from '../place.tsx';
import { fileTypeOf } from './file-type.ts';

/** How a file is read, as the person chose it. Absent values are found by looking. */
export interface ImportChoices {
  type: string;
  /** `column=name[:kind]`, or `column=` to leave it out. */
  field?: string[];
  delimiter?: string | undefined;
  encoding?: string | undefined;
  dates?: 'dmy' | 'mdy' | 'ymd' | undefined;
  decimals?: 'point' | 'comma' | undefined;
  key?: string | undefined;
}

/** How far an import has come. */
export type ImportStep = { step: 'sending'; percent: number } | ImportProgress;

interface SendOptions {
  dryRun: boolean;
  signal: AbortSignal;
  onStep: (step: ImportStep) => void;
}

/**
 * Sends a file to be imported, or only planned, and reports how far it has come. `fetch` does not report how much it
 * has sent, so this uses the older interface.
 * @throws Refusal, and an AbortError
 */
export function sendImport(
  place: Place,
  file: File,
  { encoding, ...choices }: ImportChoices,
  { dryRun, signal, onStep }: SendOptions,
): Promise<ImportResult> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(place, 'POST /api/import', { query: { ...choices, dryRun } }));
    const type = fileTypeOf(file.name);
    request.setRequestHeader('Content-Type', encoding === undefined ? type : `${type}; charset=${encoding}`);
    request.setRequestHeader('Accept', 'application/x-ndjson, application/problem+json');
    request.upload.onprogress = ({ loaded, total }) => {
      onStep({ step: 'sending', percent: total === 0 ? 100 : (loaded / total) * 100 });
    };
    let readTo = 0;
    let result: ImportResult | undefined;
    let problem: ProblemDocument | undefined;
    const readLines = () => {
      if (request.status !== 200) return;
      for (let end = request.responseText.indexOf('\n', readTo); end !== -1;) {
        const line = JSON.parse(request.responseText.slice(readTo, end)) as ImportLine;
        readTo = end + 1;
        end = request.responseText.indexOf('\n', readTo);
        if ('progress' in line) onStep(line.progress);
        else if ('problem' in line) problem = line.problem;
        else result = line.result;
      }
    };
    request.onprogress = readLines;
    request.onload = () => {
      readLines();
      if (result !== undefined) resolve(result);
      else
        reject(
          refusalFrom(problem ?? parse(request.responseText), {
            requestId: request.getResponseHeader('X-Request-Id'),
            unexplained: 'The import was refused without a reason. Try again in a moment.',
          }),
        );
    };
    request.onerror = () =>
      reject(
        new Refusal(
          'unreachable',
          "Tallyhook isn't responding. Nothing was imported, or all of it: look before you repeat it.",
        ),
      );
    request.onabort = () => reject(new DOMException('The import was stopped.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function parse(text: string): Partial<ProblemDocument> | null {
  try {
    return JSON.parse(text) as Partial<ProblemDocument>;
  } catch {
    return null;
  }
}
