import { Agent as PlainAgent, type ClientRequest, request as requestPlain } from 'node:http';
import { Agent as SecureAgent, request as requestSecure, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { publicLookup } from './addresses.ts';
import { outgoingHeaders } from './headers.ts';
import type { Target } from './targets.ts';

const connectTimeoutMs = 10_000;
// Services keep idle connections longer, so they rarely close one just as it is reused.
const idleMs = 4000;

/** A request without its body. */
export interface RequestHead {
  target: Target;
  method: string;
  headers: Record<string, string>;
  /** Size of the body. */
  sizeBytes: number | undefined;
  /** Whether it may use a kept-alive connection. If the service is closing it, the request is lost. */
  mayReuse: boolean;
  /** Called once the connection is made and encrypted. Nothing of the request is sent before. */
  onConnected(): void;
}

/** Opens connections and keeps them alive for reuse. */
export interface Connections {
  /**
   * Starts a request.
   * @throws TypeError for one that HTTP cannot carry.
   */
  open(head: RequestHead): ClientRequest;
  close(): void;
}

/** The only place that opens connections: every request passes the check of `publicLookup` here. */
export function createConnections(): Connections {
  const keep = { keepAlive: true, timeout: idleMs };
  // A trusted host may be private, so a request that must stay public never uses a connection made for a trusted one.
  const agents = { plain: new PlainAgent(keep), secure: new SecureAgent(keep), trusted: new SecureAgent(keep) };
  const agentFor = ({ origin, isTrusted }: Target): PlainAgent =>
    origin.protocol === 'http:' ? agents.plain : isTrusted ? agents.trusted : agents.secure;
  return {
    open({ target, method, headers, sizeBytes, mayReuse, onConnected }) {
      const { origin, path, host, isTrusted } = target;
      const options: RequestOptions = {
        hostname: origin.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: origin.port,
        path,
        method,
        headers: outgoingHeaders(headers, { host, sizeBytes }),
        agent: mayReuse && agentFor(target),
        ...(isTrusted ? {} : { lookup: publicLookup }),
      };
      const request = origin.protocol === 'http:' ? requestPlain(options) : requestSecure(options);
      watchConnection(request, onConnected);
      return request;
    },
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}

function watchConnection(request: ClientRequest, onConnected: () => void): void {
  const giveUp = (): void =>
    void request.destroy(Object.assign(new Error('could not connect in time'), { code: 'ETIMEDOUT' }));
  const timer = setTimeout(giveUp, connectTimeoutMs);
  request.once('close', () => clearTimeout(timer));
  request.once('socket', (socket: Socket & { secureConnecting?: boolean }) => {
    const onReady = (): void => {
      clearTimeout(timer);
      onConnected();
    };
    if (!socket.connecting && socket.secureConnecting !== true) onReady();
    else socket.once('secureConnecting' in socket ? 'secureConnect' : 'connect', onReady);
  });
}
