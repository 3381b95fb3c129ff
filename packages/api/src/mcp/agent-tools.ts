import type { AgentTool } from './agent-tool.ts';
import { connectorTools } from './connector-tools.ts';
import { tryTools } from './try-tools.ts';
import { workflowTools } from './workflow-tools.ts';

/** All tools besides those for questions. */
export const agentTools: readonly AgentTool[] = [...connectorTools, ...tryTools, ...workflowTools];
