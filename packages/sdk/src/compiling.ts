// Checking connectors. An entry of its own: it needs no HTTP client, and `tallyhook validate` should start quickly.
export { compileConnector } from './compile/compile-connector.ts';
export type { CompileResult } from './compile/compile-connector.ts';
export { formatProblems, problemFormats } from './compile/format-problems.ts';
export type { ProblemFormat } from './compile/format-problems.ts';
export { findJsonMistake } from './compile/parse-json.ts';
export { repeatedId } from './compile/repeated-id.ts';
export { showControls } from './compile/show-controls.ts';
export type { SourceProblem } from './compile/source-problem.ts';
