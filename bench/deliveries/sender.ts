import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { clone } from '../processes.ts';

/** Sends deliveries. */
export interface Sender {
  /** Posts a new delivery and waits for the response. */
  deliver(): Promise<void>;
  close(): void;
}

/** Sends deliveries as GitHub does, on kept-alive connections. */
export async function createSender({
  host = '127.0.0.1',
  port,
  path,
}: {
  host?: string;
  port: number;
  path: string;
}): Promise<Sender> {
  const body = await readFile(join(clone, 'test/fixtures/github-issues-opened.json'));
  const agent = new Agent({ keepAlive: true });
  const deliver = () =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'GitHub-Hookshot/044aadd',
        'x-github-event': 'issues',
        'x-github-delivery': randomUUID(),
      };
      const to = { agent, port, host, method: 'POST', path, headers };
      const call = request(to, (response) => {
        response.resume();
        response.once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`The delivery was answered with ${response.statusCode}.`));
        });
      });
      call.once('error', reject);
      call.end(body);
    });
  return { deliver, close: () => agent.destroy() };
}
