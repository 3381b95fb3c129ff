import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describeFields } from '@tallyhook/query';
import { nearest, Problem, problemDocument } from '@tallyhook/schemas';
import { listRecords } from '@tallyhook/store';
import type { ApiDependencies } from '../dependencies.ts';
import { ClientLeft } from '../leave-signal.ts';
import type { Caller } from '../middleware/caller.ts';
import { toProblem } from '../middleware/problems.ts';
import { askQuestion } from '../questions/ask-question.ts';
import { findNames } from './find-names.ts';
import { nearQuestion } from './near-question.ts';
import { textAnswer } from './text-answer.ts';
import { defaultRows } from './tools.ts';

/** Who calls a tool, and with what it works. */
export interface ToolCaller {
  deps: ApiDependencies;
  caller: Caller;
  arrivedAt: number;
  requestId: string;
  signal: AbortSignal;
}

/**
 * Runs a tool. What goes wrong is a result too, because a model reads results and can mend its call: the problem
 * document with every mistake, what is allowed and what is near.
 */
export async function callTool(name: string, given: unknown, from: ToolCaller): Promise<CallToolResult> {
  try {
    if (name === 'describe_types') return describeTypes(given, from);
    if (name === 'query_records') return await queryRecords(given, from);
    throw new Problem(
      'not_found',
      `There is no tool "${name.slice(0, 100)}": there are describe_types, query_records.`,
    );
  } catch (error) {
    if (error instanceof ClientLeft) throw error;
    const problem = toProblem(error);
    if (problem.kind.status >= 500) from.deps.logger.error({ requestId: from.requestId, code: problem.code });
    const document = problemDocument(problem, from.requestId);
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(document, undefined, 1) }] };
  }
}

function describeTypes(given: unknown, { caller }: ToolCaller): CallToolResult {
  const { types } = caller.branch;
  const { type: name } = (given ?? {}) as { type?: unknown };
  if (name === undefined || name === null) {
    return structured({ types: types.map(({ name: type, label, plural }) => ({ type, label, plural })) });
  }
  const near = nearQuestion({ type: name }, types) as { type: unknown };
  const type = types.find((one) => one.name === near.type);
  if (type) return structured({ type: type.name, label: type.label, fields: describeFields(type, types) });
  const known = types.map((one) => one.name);
  const wanted = typeof name === 'string' ? name.slice(0, 100) : JSON.stringify(name).slice(0, 100);
  const suggestion = nearest(wanted, known);
  const detail = `There is no record type "${wanted}".`;
  throw new Problem('not_found', detail, {
    errors: [
      { pointer: '#/type', code: 'unknown_type', detail, allowed: known, ...(suggestion ? { suggestion } : {}) },
    ],
  });
}

function structured(content: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: content };
}

async function queryRecords(given: unknown, { deps, caller, arrivedAt, signal }: ToolCaller): Promise<CallToolResult> {
  const { types } = caller.branch;
  const near = await findNames(nearQuestion(given, types), types, ({ name, labelField }, text) =>
    deps.questionGate.run(caller.workspaceId, signal, async () => {
      if (Date.now() > arrivedAt + deps.questions.deadlineMs) throw tookTooLong();
      const match = { [labelField]: text };
      const { records } = await listRecords(deps.store, caller.branch, name, { limit: 2, match });
      return records.map(({ id }) => id);
    }),
  );
  const input = typeof near === 'object' && near !== null ? { limit: defaultRows, ...near } : near;
  const { answer } = await askQuestion(deps, caller, { input, labels: true, arrivedAt, signal });
  const { question, columns, resolved, groups, overlap, warnings, countedAt } = answer.meta;
  return {
    content: [{ type: 'text', text: textAnswer(answer) }],
    structuredContent: {
      question,
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

function tookTooLong(): Problem {
  return new Problem('query_timeout', 'To find records by their names took too long: give their ids.');
}
