import { Problem } from '@tallyhook/schemas';
import { openStore } from '@tallyhook/store';
import { answers } from './ports.ts';

const oldestMongodb = 6;
const askTimeoutMs = 10_000;

/**
 * Verifies that the MongoDB of `MONGODB_URI` can be used. The message never shows the address, which may contain a
 * password.
 */
export async function checkGivenMongodb(uri: string): Promise<void> {
  const hello = await readHello(uri);
  if (hello.setName === undefined && hello.msg !== 'isdbgrid') {
    throw cannotUse(
      'is a single server, but a replica set is required (for transactions): start it with --replSet and run rs.initiate()',
    );
  }
  const major = Number(hello.version.split('.')[0]);
  if (major < oldestMongodb) throw cannotUse(`is version ${hello.version}, but ${oldestMongodb} or newer is required`);
}

interface MongodbFacts {
  setName?: string;
  msg?: string;
  version: string;
}

async function readHello(uri: string): Promise<MongodbFacts> {
  try {
    const store = await openStore({ uri });
    try {
      const admin = store.client.db('admin');
      return {
        ...(await admin.command({ hello: 1 })),
        version: String((await admin.command({ buildInfo: 1 })).version),
      };
    } finally {
      await store.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw cannotUse(`cannot be used (${reason.split('\n')[0]?.replaceAll(/\/\/[^@/]*@/g, '//…@')})`, error);
  }
}

/**
 * Verifies that the Temporal at `TEMPORAL_ADDRESS` answers and has the namespace. Returns its retention of ended
 * workflows in days.
 */
export async function checkGivenTemporal(address: string, namespace: string): Promise<number> {
  const [, host, port] = /^(?:\[?([^\]]+)\]?):(\d{1,5})$/.exec(address) ?? [];
  if (host === undefined || Number(port) > 65_535) {
    const detail = `TEMPORAL_ADDRESS must be host:port, such as temporal.example.com:7233, got "${address}".`;
    throw new Problem('cannot_start', detail);
  }
  if (!(await answers(Number(port), host))) {
    const detail = `Nothing answers at TEMPORAL_ADDRESS (${address}): start Temporal there, or leave it unset to run one here.`;
    throw new Problem('cannot_start', detail);
  }
  return readRetentionDays(address, namespace);
}

async function readRetentionDays(address: string, namespace: string): Promise<number> {
  // Imported lazily: with our own Temporal the supervisor needs no client.
  const { connectTemporal } = await import('@tallyhook/engine/client');
  const temporal = connectTemporal({ address, namespace });
  try {
    const { config } = await temporal.call(askTimeoutMs, (client) =>
      client.workflowService.describeNamespace({ namespace }),
    );
    return Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / 86_400;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const detail =
      `The Temporal at TEMPORAL_ADDRESS (${address}) does not know the namespace "${namespace}" (${reason}): ` +
      `create it with temporal operator namespace create --namespace ${namespace} --retention 30d, or set TEMPORAL_NAMESPACE.`;
    throw new Problem('cannot_start', detail, { cause: error });
  } finally {
    await temporal.close();
  }
}

function cannotUse(reason: string, cause?: unknown): Problem {
  return new Problem('cannot_start', `The MongoDB at MONGODB_URI ${reason}; leave MONGODB_URI unset to run one here.`, {
    cause,
  });
}
