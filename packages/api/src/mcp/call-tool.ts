import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { nearest, Problem, problemDocument, toPointer, type Question } from '@tallyhook/schemas';
import { ClientLeft } from '../leave-signal.ts';
import { toProblem } from '../middleware/problems.ts';
import { askQuestion } from '../questions/ask-question.ts';
import { askedFields } from '../questions/asked-fields.ts';
import { requireAccess, structured } from './agent-tool.ts';
import { agentTools } from './agent-tools.ts';
import { createFindByName } from './find-by-name.ts';
import { findNames } from './find-names.ts';
import { nearQuestion } from './near-question.ts';
import { reportLink } from './report-link.ts';
import { textAnswer } from './text-answer.ts';
import { defaultRows, questionTools } from './tools.ts';
import type { ToolCaller } from './tool-caller.ts';
import { withOtherMistakes } from './with-other-mistakes.ts';

/**
 * Runs a tool. Errors are results too, because a model reads results and can correct its call: they hold the problem
 * document with every mistake, the allowed values and suggestions.
 */
export async function callTool(name: string, given: unknown, from: ToolCaller): Promise<CallToolResult> {
  try {
    if (from.unclear) throw from.unclear;
    if (name === 'describe_types') return await describeTypes(given, from);
    if (name === 'query_records') return await queryRecords(given, from);
    const found = agentTools.find(({ tool }) => tool.name === name);
    if (found === undefined) throw noTool(name.slice(0, 100));
    requireAccess(found, from.caller);
    return await found.run(given, from);
  } catch (error) {
    if (error instanceof ClientLeft) throw error;
    const problem = toProblem(error);
    if (problem.kind.status >= 500) from.deps.logger.error({ requestId: from.requestId, code: problem.code });
    const document = problemDocument(problem, from.requestId);
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(document, undefined, 1) }] };
  }
}

function noTool(name: string): Problem {
  const known = [...questionTools, ...agentTools.map(({ tool }) => tool.name)];
  const suggestion = nearest(name, known);
  const advice = suggestion === undefined ? `use ${known.join(', ')}.` : `did you mean "${suggestion}"?`;
  return new Problem('not_found', `There is no tool "${name}": ${advice}`);
}

async function describeTypes(given: unknown, { deps, caller }: ToolCaller): Promise<CallToolResult> {
  const { branch } = caller;
  const { types } = branch;
  const { type: name, ...others } = (given ?? {}) as { type?: unknown };
  refuseOthers(Object.keys(others));
  if (name === undefined || name === null) {
    return structured({ types: types.map(({ name: type, label, plural }) => ({ type, label, plural })) });
  }
  const near = nearQuestion({ type: name }, types) as { type: unknown };
  const type = types.find((one) => one.name === near.type);
  if (type) {
    const fields = await askedFields(deps.store, branch, type);
    return structured({ type: type.name, label: type.label, fields });
  }
  const known = types.map((one) => one.name);
  const wanted = typeof name === 'string' ? name.slice(0, 100) : JSON.stringify(name).slice(0, 100);
  const suggestion = nearest(wanted, known);
  const detail = `There is no record type "${wanted}"${suggestion ? `: did you mean "${suggestion}"?` : '.'}`;
  throw new Problem('not_found', detail, {
    errors: [
      { pointer: '#/type', code: 'unknown_type', detail, allowed: known, ...(suggestion ? { suggestion } : {}) },
    ],
  });
}

/** Refuses unknown arguments: the caller meant something by them, and an answer about all types would look right. */
function refuseOthers(names: readonly string[]): void {
  if (names.length === 0) return;
  const errors = names.slice(0, 20).map((name) => ({
    pointer: toPointer([name.slice(0, 100)]),
    code: 'unknown_key',
    detail: `unknown argument "${name.slice(0, 100)}"; describe_types takes only "type", or nothing`,
    allowed: ['type'],
  }));
  throw new Problem('invalid_input', `${errors[0]!.pointer}: ${errors[0]!.detail}.`, { errors });
}

async function queryRecords(given: unknown, from: ToolCaller): Promise<CallToolResult> {
  const { deps, caller, turn } = from;
  const { types } = caller.branch;
  const { question: near, mistakes } = await findNames(nearQuestion(given, types), types, createFindByName(from));
  const input = typeof near === 'object' && near !== null ? { limit: defaultRows, ...near } : near;
  if (mistakes.length > 0) throw await withOtherMistakes(mistakes, input, from);
  const { answer } = await askQuestion(deps, caller, { input, labels: true, turn });
  const { question, columns, resolved, groups, overlap, warnings, countedAt } = answer.meta;
  // It was answered, so it is a valid question.
  const link = reportLink(deps, caller, { question: near as Question, answer });
  return {
    content: [{ type: 'text', text: textAnswer(answer, link) }],
    structuredContent: {
      question,
      ...(link === undefined ? {} : { link }),
      rows: answer.rows,
      overall: answer.overall,
      ...(answer.labels === undefined ? {} : { labels: answer.labels }),
      columns,
      resolved,
      groups,
      overlap,
      ...(warnings === undefined ? {} : { warnings }),
      countedAt,
    },
  };
}
