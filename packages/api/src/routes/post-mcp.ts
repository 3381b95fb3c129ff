import type { Response } from 'express';
import { mistakeOfMessages } from '../mcp/protocol-mistakes.ts';
import { textLimitBytes } from '../parse-question.ts';
import { defineRoute, sent } from '../route.ts';

export const postMcp = defineRoute({
  method: 'post',
  path: '/mcp',
  access: 'read',
  summary:
    'Serves tools over the Model Context Protocol: questions about records, connectors, and drafts of workflows.',
  body: { json: 'McpMessages', limitBytes: 64 * 1024, textLimitBytes, isMessage: true },
  answer: 'McpAnswer',
  also: { 202: { description: 'Notifications were accepted; they have no answer.', isEmpty: true } },
  ownRefusals: { 400: 'McpRefusal', 406: 'McpRefusal' },
  async handler(request, deps, response) {
    if (!request.accepts('application/json')) {
      sendMistake(response, 406, { code: -32000, message: 'Not Acceptable: answers are application/json' });
      return sent;
    }
    const mistake = mistakeOfMessages(request.body);
    if (mistake) {
      sendMistake(response, 400, mistake);
      return sent;
    }
    // Loaded with the first messages; few workspaces have agents.
    const { serveMessages } = await import('../mcp/serve-messages.ts');
    await serveMessages({ request, deps, response });
    return sent;
  },
});

function sendMistake(response: Response, status: number, error: { code: number; message: string }): void {
  response.status(status).json({ jsonrpc: '2.0', id: null, error });
}
