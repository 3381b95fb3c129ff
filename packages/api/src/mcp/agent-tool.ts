import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { createValidator, Problem, type Validator } from '@tallyhook/schemas';
import { abilityOf, type Access } from '../access.ts';
import type { Caller } from '../caller.ts';
import { requireAbility } from '../middleware/caller.ts';
import type { ToolCaller } from './tool-caller.ts';

/** A tool besides those for questions. */
export interface AgentTool {
  tool: Tool;
  /** That of the route which does the same. */
  access: Access;
  run(given: unknown, from: ToolCaller): Promise<CallToolResult>;
}

interface ToolDeclaration<Input> {
  name: string;
  title: string;
  description: string;
  access: Access;
  annotations: Tool['annotations'];
  properties: Record<string, object>;
  required?: readonly (keyof Input & string)[];
  run(input: Input, from: ToolCaller): Promise<Record<string, unknown> | CallToolResult>;
}

/** Hints of tools that change nothing and ask nobody else. */
export const onlyReads = { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false };

/** Declares a tool whose arguments are validated by its schema; `run` returns the structured answer. */
export function defineTool<Input>(declared: ToolDeclaration<Input>): AgentTool {
  const { name, title, description, access, annotations, properties, required = [] } = declared;
  const inputSchema = { type: 'object' as const, properties, required: [...required], additionalProperties: false };
  let validate: Validator | undefined;
  return {
    tool: { name, title, description, inputSchema, annotations },
    access,
    async run(given, from) {
      validate ??= createValidator(inputSchema);
      const errors = validate(given);
      if (errors.length > 0)
        throw new Problem('invalid_input', `${errors[0]!.pointer}: ${errors[0]!.detail}.`, { errors });
      const answer = await declared.run(given as Input, from);
      return isResult(answer) ? answer : structured(answer);
    },
  };
}

/** A structured answer, also as text for clients that show only that. */
export function structured(content: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: content };
}

/** @throws Problem `forbidden` if the caller lacks the ability that a tool requires. */
export function requireAccess({ access }: AgentTool, caller: Caller): void {
  const ability = abilityOf(access);
  if (ability !== undefined) requireAbility(caller, ability);
}

/** Whether a caller may use a tool; others are not offered it. */
export function mayUse({ access }: AgentTool, { abilities }: Caller): boolean {
  const ability = abilityOf(access);
  return ability === undefined || abilities.has(ability);
}

const isResult = (answer: Record<string, unknown> | CallToolResult): answer is CallToolResult =>
  Array.isArray(answer.content);
