import { Agent, request } from 'node:http';
import type { Answer, Question } from '@tallyhook/schemas';
import { everything, joinKeys, type Numbers } from './raw-shapes.ts';

/** Asks over HTTP with an API key, on a kept-alive connection. */
export interface Asker {
  ask(question: Question): Promise<Answer>;
  close(): void;
}

export function createAsker(port: number, key: string): Asker {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = (body: string) =>
    new Promise<Answer>((resolve, reject) => {
      const call = request(
        { agent, port, host: '127.0.0.1', method: 'POST', path: '/api/query', headers },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (response.statusCode === 200) resolve(JSON.parse(text) as Answer);
            else reject(new Error(`The question was answered with ${response.statusCode}: ${text}`));
          });
        },
      );
      call.once('error', reject);
      call.end(body);
    });
  return { ask: (question) => post(JSON.stringify(question)), close: () => agent.destroy() };
}

/**
 * The first measure of an answer by key, in the form of the raw ways. For distinct values, includes the overall number.
 */
export function numbersOf({ rows, overall }: Answer, { measures }: Question): Numbers {
  const all = Number(Object.values(overall)[0]);
  if (rows.length === 0) return { null: all };
  const numbers: Numbers = {};
  for (const { key, ...values } of rows) numbers[joinKeys(Object.values(key))] = Number(Object.values(values)[0]);
  return measures?.[0]?.fn === 'distinct' ? { ...numbers, [everything]: all } : numbers;
}
