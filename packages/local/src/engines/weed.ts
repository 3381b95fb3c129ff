import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild, type Child } from '../child.ts';
import { freePort } from '../ports.ts';

/** Options of a SeaweedFS server. */
export interface WeedOptions {
  binary: string;
  /** Its folder, which this creates. */
  directory: string;
  /** The ports that are taken. */
  ports: Set<number>;
  environment: NodeJS.ProcessEnv;
}

/** An S3-compatible store without buckets. */
export interface S3Address {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const readyTimeoutMs = 60_000;
/** Time limit for a clean shutdown. */
export const stopTimeoutMs = 1_000;

/** Starts a SeaweedFS server with the S3 interface on the loopback address. */
export async function startWeed({ binary, directory, ports, environment }: WeedOptions) {
  const data = join(directory, 'data');
  await mkdir(data, { recursive: true });
  const keys = { accessKeyId: randomBytes(8).toString('hex'), secretAccessKey: randomBytes(16).toString('hex') };
  const identities = [
    {
      name: 'tests',
      credentials: [{ accessKey: keys.accessKeyId, secretKey: keys.secretAccessKey }],
      actions: ['Admin', 'Read', 'Write', 'List'],
    },
  ];
  const config = join(directory, 's3.json');
  await writeFile(config, JSON.stringify({ identities }), { mode: 0o600 });
  const names = ['master.port', 'master.port.grpc', 'volume.port', 'volume.port.grpc', 'filer.port', 'filer.port.grpc'];
  const listening = await Promise.all(names.map(async (name) => `-${name}=${await freePort(ports)}`));
  const port = await freePort(ports);
  const args = [
    ...['server', '-filer', '-s3', `-dir=${data}`, '-ip=127.0.0.1', '-ip.bind=127.0.0.1', ...listening],
    ...[`-s3.port=${port}`, `-s3.port.grpc=${await freePort(ports)}`, '-s3.port.iceberg=0', '-s3.port.lance=0'],
    ...[`-s3.config=${config}`, '-volume.max=100', '-master.volumeSizeLimitMB=64'],
  ];
  const endpoint = `http://127.0.0.1:${port}`;
  const ready = () =>
    fetch(`${endpoint}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const logPath = join(directory, 'weed.log');
  const child: Child = await startChild({
    name: 'weed',
    command: binary,
    args,
    environment,
    logPath,
    port,
    ready,
    readyTimeoutMs,
  });
  return { child, address: { endpoint, ...keys } satisfies S3Address };
}
