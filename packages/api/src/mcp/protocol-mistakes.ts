import { isObject } from './is-object.ts';

/** A protocol error in JSON-RPC form. */
export interface ProtocolMistake {
  code: -32600 | -32602;
  message: string;
}

type Given = Record<string, unknown>;

/** Why a body is not a valid JSON-RPC message or batch; undefined if it is. */
export function mistakeOfMessages(body: unknown): ProtocolMistake | undefined {
  const messages = Array.isArray(body) ? (body as unknown[]) : [body];
  return messages.map(mistakeOfMessage).find((mistake) => mistake !== undefined);
}

function mistakeOfMessage(message: unknown): ProtocolMistake | undefined {
  if (!isObject(message)) return invalid('a message must be an object');
  if (message.jsonrpc !== '2.0') return invalid('"jsonrpc" must be "2.0"');
  if ('result' in message || 'error' in message) return undefined;
  if (typeof message.method !== 'string') return invalid('"method" must be the name of a method, such as "tools/call"');
  const { id, params } = message;
  const isId = id === undefined || typeof id === 'string' || Number.isInteger(id);
  if (!isId) return invalid('"id" must be text or a whole number');
  if (params === undefined || isObject(params)) return undefined;
  return { code: -32602, message: 'Invalid params: "params" must be an object' };
}

/** What is wrong with the parameters of `tools/call`; undefined if nothing is. */
export function mistakeOfCall(params: unknown): ProtocolMistake | undefined {
  const { name, arguments: given } = (params ?? {}) as Given;
  const wrong = [
    ...(typeof name === 'string' ? [] : ['"name" must be the name of a tool, such as "query_records"']),
    ...(given === undefined || isObject(given) ? [] : ['"arguments" must be an object, such as {"type":"ticket"}']),
  ];
  return wrong.length === 0 ? undefined : { code: -32602, message: `Invalid params: ${wrong.join('; ')}` };
}

const invalid = (words: string): ProtocolMistake => ({ code: -32600, message: `Invalid Request: ${words}` });
