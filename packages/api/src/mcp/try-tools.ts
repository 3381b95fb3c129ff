import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { postWorkflowTests } from '../routes/post-workflow-tests.ts';
import { tryInstalledAction, type TriedAction } from '../connectors/try-installed-action.ts';
import { defineTool, structured, type AgentTool } from './agent-tool.ts';
import type { ToolCaller } from './tool-caller.ts';

/** More than a model reads; a longer output is cut. */
const maxOutputLength = 100_000;

const properties = {
  connector: { type: 'string', maxLength: 64, description: 'The id of an installed connector.' },
  action: { type: 'string', maxLength: 64, description: 'The name of one of its actions.' },
  account: { type: 'string', maxLength: 64, description: 'The id of an account from describe_connector.' },
  input: { type: 'object', description: 'The inputs, by the schema that describe_connector shows.' },
};
const required = ['connector', 'action', 'account'] as const;
const hints = 'The call is made at once, with a linked account. Actions that send a file cannot be tried.';

type Input = Omit<TriedAction, 'reads'>;

const readTool = defineTool<Input>({
  name: 'try_reading_action',
  title: 'Try an action that only reads',
  description: `Calls an action of an installed connector that changes nothing at the service ("readsOnly"). ${hints}`,
  access: postWorkflowTests.access,
  annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: true },
  properties,
  required,
  run: (input, from) => run({ ...input, reads: true }, from),
});

const writeTool = defineTool<Input>({
  name: 'try_writing_action',
  title: 'Try an action that changes something',
  description: `Calls an action of an installed connector that creates, changes or deletes something at the service, for real. ${hints}`,
  access: postWorkflowTests.access,
  annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: true, openWorldHint: true },
  properties,
  required,
  run: (input, from) => run({ ...input, reads: false }, from),
});

async function run(tried: TriedAction, { deps, caller }: ToolCaller): Promise<CallToolResult> {
  const result = await tryInstalledAction(deps, caller, tried);
  if (!result.done) {
    const { class: kind, message, status = null, mayRetry } = result.error;
    return { ...structured({ failure: { class: kind, message, status, mayRetry } }), isError: true };
  }
  const { output, status } = result.outcome;
  const text = JSON.stringify(output) ?? 'null';
  if (text.length <= maxOutputLength) return structured({ status, output: output ?? null });
  return structured({ status, cutOutput: text.slice(0, maxOutputLength), length: text.length });
}

/** Tools that call a service with a linked account. */
export const tryTools: readonly AgentTool[] = [readTool, writeTool];
