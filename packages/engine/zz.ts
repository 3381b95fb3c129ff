import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { connectTemporal, startRun } from './src/client/index.ts';
process.on('unhandledRejection', (e) => console.log('UNHANDLED', e));
process.on('uncaughtException', (e) => console.log('UNCAUGHT', e));
const silent = createServer().listen(0, '127.0.0.1');
await once(silent, 'listening');
const t = connectTemporal({ address: `127.0.0.1:${(silent.address() as AddressInfo).port}`, namespace: 'tallyhook' });
const p = startRun({ system: { databaseName: 'x' } } as never, t, { id: 'a', temporalWorkflowId: 'hook:x' }).then(
  () => console.log('ok'),
  (e) => console.log('rejected', String(e)),
);
await new Promise((r) => setTimeout(r, 200));
const c = t.close().then(
  () => console.log('closed'),
  (e) => console.log('close rejected', String(e)),
);
await p;
await c;
await new Promise((r) => setTimeout(r, 200));
process.exit(0);
