import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { leaveSignal } from '../leave-signal.ts';
import { callTool } from '../mcp/call-tool.ts';
import { toolsOf } from '../mcp/tools.ts';
import { defineRoute } from '../route.ts';

const messageSchema = { type: 'object' };

/** The Model Context Protocol, without sessions: each request stands for itself, so any process may answer it. */
export const postMcp = defineRoute({
  method: 'post',
  path: '/mcp',
  needs: 'read',
  body: {
    limitBytes: 64 * 1024,
    schema: { anyOf: [messageSchema, { type: 'array', minItems: 1, maxItems: 10, items: messageSchema }] },
  },
  async handler(request, response, deps) {
    const { caller, arrivedAt, requestId } = request;
    const signal = leaveSignal(response);
    const server = new Server(
      { name: 'tallyhook', version: '0.1.0' },
      {
        capabilities: { tools: {} },
        instructions: 'Ask exact questions about the records of a workspace: describe_types first, then query_records.',
      },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolsOf(caller.branch.types) }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
      callTool(params.name, params.arguments ?? {}, { deps, caller, arrivedAt, requestId, signal }),
    );
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    response.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  },
});
