import assert from 'node:assert/strict';
import type { ConnectorAction, ConnectorUpload } from '@tallyhook/schemas';
import { outputType } from './output-type.ts';

const action = (upload: Partial<ConnectorUpload>): ConnectorAction => ({
  label: 'Send',
  input: { type: 'object', properties: { file: { type: 'string' } } },
  request: { method: 'POST', path: '/files', output: { own: 'yes {{file.name}}' } },
  upload: { file: 'file', send: 'body', ...upload },
});
const there = 'https://files.example.com/x';
const finish = { method: 'POST', path: '/done', output: { finished: true } } as const;
const transfer = { method: 'PUT', output: { sent: true } } as const;

describe('output type of an upload action', () => {
  for (const [title, upload, key] of [
    ['its own request, which carries the file', {}, 'own?: string'],
    ['that request if it is named', { output: 'transfer' }, 'own?: string'],
    ['the request to another address', { to: there, transfer }, 'sent?: boolean'],
    ['the request before it if that is named', { to: there, transfer, output: 'start' }, 'own?: string'],
    ['the request after it', { to: there, transfer, finish }, 'finished?: boolean'],
    ['the request after its own', { finish }, 'finished?: boolean'],
  ] as const)
    it(`comes from ${title}`, () => assert.equal(outputType(action(upload), []), `{\n  ${key};\n}`));
});
