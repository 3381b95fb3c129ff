import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { leaveSignal } from '../leave-signal.ts';
import { callTool } from '../mcp/call-tool.ts';
import { toolsOf } from '../mcp/tools.ts';
import { unclearCalls } from '../mcp/unclear-calls.ts';
import { textLimitBytes } from '../parse-question.ts';
import { defineRoute } from '../route.ts';

const messageSchema = { type: 'object' };

/** The Model Context Protocol, without sessions: each request stands for itself, so any process may answer it. */
export const postMcp = defineRoute({
  method: 'post',
  path: '/mcp',
  needs: 'read',
  body: {
    limitBytes: 64 * 1024,
    moreForTexts: textLimitBytes,
    isMessage: true,
    schema: { anyOf: [messageSchema, { type: 'array', minItems: 1, maxItems: 10, items: messageSchema }] },
  },
  async handler(request, response, deps) {
    const { caller, arrivedAt, requestId } = request;
    const refusals = unclearCalls(request.body, request.unclear);
    const from = { deps, caller, arrivedAt, requestId, signal: leaveSignal(response) };
    const server = new Server(
      { name: 'tallyhook', version: '0.1.0' },
      {
        capabilities: { tools: {} },
        instructions: 'Ask exact questions about the records of a workspace: describe_types first, then query_records.',
      },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolsOf(caller.branch.types) }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }, { requestId: id }) =>
      callTool(params.name, params.arguments ?? {}, { ...from, unclear: refusals.get(id) }),
    );
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    response.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  },
});
