import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log, ReportingDescriptor, Result } from 'sarif';
import { sourceProblemCodes } from './codes/index.ts';
import type { SourceProblem } from './source-problem.ts';

/** Writes problems as SARIF 2.1.0, which code hosts show next to the lines. The rules are the codes that were found. */
export function writeSarif(problems: readonly SourceProblem[]): string {
  const codes = [...new Set(problems.map(({ code }) => code))].sort();
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'tallyhook', rules: codes.map(toRule) } },
        columnKind: 'utf16CodeUnits',
        results: problems.map((problem) => toResult(problem, codes.indexOf(problem.code))),
      },
    ],
  };
  return JSON.stringify(log, null, 2);
}

function toRule(code: SourceProblem['code']): ReportingDescriptor {
  const { title, why, bad, good } = sourceProblemCodes[code];
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: `${why}\n\nBad: ${bad}\nGood: ${good}` },
  };
}

function toResult(problem: SourceProblem, ruleIndex: number): Result {
  const { code, severity, message, hint, file, line, column, pointer, sourceLine } = problem;
  const region = { startLine: line, startColumn: column, snippet: { text: sourceLine } };
  return {
    ruleId: code,
    ruleIndex,
    level: severity,
    message: { text: hint === undefined ? message : `${message}; ${hint}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: toUri(file) }, region },
        logicalLocations: [{ fullyQualifiedName: pointer }],
      },
    ],
  };
}

function toUri(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.split(/[/\\]/).map(encodeURIComponent).join('/');
}
