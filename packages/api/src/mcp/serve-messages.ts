import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode, ListToolsRequestSchema, McpError, type CallToolRequest } from '@modelcontextprotocol/sdk/types.js';
import type { CallingRequest } from '../call-route.ts';
import { turnOf } from '../questions/turn-of.ts';
import type { RouteRequest } from '../route.ts';
import { mayUse } from './agent-tool.ts';
import { agentTools } from './agent-tools.ts';
import { callTool } from './call-tool.ts';
import { mistakeOfCall } from './protocol-mistakes.ts';
import { toolsOf } from './tools.ts';
import { unclearCalls } from './unclear-calls.ts';

/** Answers checked messages of the protocol. */
export async function serveMessages({
  request,
  deps,
  response,
}: CallingRequest & { request: RouteRequest }): Promise<void> {
  const { caller, requestId } = request;
  const refusals = unclearCalls(request.body, request.unclear);
  const from = { deps, caller, requestId, turn: turnOf(request, response, deps) };
  const server = new Server(
    { name: 'tallyhook', version: '0.1.0' },
    {
      capabilities: { tools: {} },
      instructions:
        'Ask exact questions about the records of a workspace: describe_types first, then query_records. Find connectors with list_connectors and describe_connector. Draft workflows with describe_workflow_format and create_workflow_draft; a person publishes them.',
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      ...toolsOf(caller.branch.types),
      ...agentTools.filter((one) => mayUse(one, caller)).map(({ tool }) => tool),
    ],
  }));
  // Requests without their own handler arrive here unparsed; the SDK would report an invalid call as an internal
  // error.
  server.fallbackRequestHandler = ({ method, params }, { requestId: id }) => {
    if (method !== 'tools/call') throw new McpError(ErrorCode.MethodNotFound, `there is no method "${method}"`);
    const mistake = mistakeOfCall(params);
    if (mistake) throw new McpError(mistake.code, mistake.message);
    const call = params as CallToolRequest['params'];
    return callTool(call.name, call.arguments ?? {}, { ...from, unclear: refusals.get(id) });
  };
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  response.once('close', () => void server.close());
  await server.connect(transport);
  const answer = await transport.handleRequest(asWebRequest(request), { parsedBody: request.body });
  response.status(answer.status);
  answer.headers.forEach((value, name) => response.setHeader(name, value));
  response.end(await answer.text());
}

/** The request for the SDK, which requires clients to accept streams although none is ever sent. */
function asWebRequest({ headers }: RouteRequest): Request {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const kept = pairs.filter(([name]) => name !== 'accept' && name !== 'content-length');
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: [...kept, ['accept', 'application/json, text/event-stream']],
  });
}
