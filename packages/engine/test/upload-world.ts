import type { Workflow } from '@tallyhook/schemas';
import { compileConnector, createHttp, parseRoutes, type Http } from '@tallyhook/sdk';
import { ensureIndexes, newId, type Store } from '@tallyhook/store';
import { linkAccount } from '@tallyhook/store/accounts';
import type { Branch } from '@tallyhook/store/branches';
import { installConnector, releaseConnector } from '@tallyhook/store/connectors';
import { saveDefinition } from '@tallyhook/store/definitions';
import { saveFile, type FileRow } from '@tallyhook/store/files';
import { listRuns, listStepResults, listUploads, type Run, type StepResult, type Upload } from '@tallyhook/store/runs';
import { publishTriggerRoutes } from '@tallyhook/store/workflows';
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectTemporal, startDeliveryRuns, type StartRunOptions, type TemporalClient } from '../src/client/index.ts';
import { dropTestStore, engineAddresses, namespace, openTestStore } from './engines.ts';
import { fileBytes } from './file-bytes.ts';
import { keepDelivery, linkGithub, makeBranch } from './world.ts';
import { startYoutube, type Youtube } from './youtube.ts';

const youtubeFolder = join(import.meta.dirname, '../../connectors/youtube');
const by = 'test';
const mebibyte = 1024 * 1024;

/** A connector whose action `upload` sends a file. */
export interface UploadConnector {
  id: string;
  files: Map<string, string>;
  account: Record<string, string>;
  /** The OAuth 2 client. */
  client?: { id: string; secret: string };
  action: string;
  input?: Record<string, unknown>;
  /** The input that takes the file's id. Default `file`. */
  fileInput?: string;
  /** Declared origin → where the connection goes. */
  routes: string;
}

export interface UploadWorldOptions {
  sizeBytes?: number;
  /** The size of YouTube's pieces. Default 256 KiB. */
  chunkSizeBytes?: number;
  paceBytesPerSecond?: number;
  /** Puts a proxy between us and YouTube: address → address. */
  behind?: (address: string) => Promise<string>;
  /** Another service instead of YouTube. */
  connector?: UploadConnector;
}

/** A workspace with a file, YouTube played by practice (or another service), and a workflow that uploads the file. */
export interface UploadWorld {
  store: Store;
  branch: Branch;
  temporal: TemporalClient;
  youtube: Youtube;
  readonly file: FileRow;
  /** Lets the workflow send another file from now on. */
  useFile(file: FileRow): Promise<void>;
  http: Http;
  routes: string;
  /** Starts one run. */
  start(options?: StartRunOptions): Promise<void>;
  upload(): Promise<Upload | undefined>;
  runs(): Promise<Run[]>;
  endOfRun(options?: { timeoutMs?: number }): Promise<Run & { steps: StepResult[]; upload: Upload | undefined }>;
  /** Waits until the check returns true. */
  until(what: string, check: () => Promise<boolean>, timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

export async function createUploadWorld(options: UploadWorldOptions = {}): Promise<UploadWorld> {
  const { paceBytesPerSecond } = options;
  const store = await openTestStore();
  const youtube = options.connector
    ? undefined
    : await startYoutube(paceBytesPerSecond === undefined ? {} : { paceBytesPerSecond });
  try {
    return await fill(store, youtube, options);
  } catch (error) {
    await youtube?.stop();
    await dropTestStore(store);
    throw error;
  }
}

async function fill(store: Store, youtube: Youtube | undefined, options: UploadWorldOptions): Promise<UploadWorld> {
  const { sizeBytes = 4 * mebibyte, chunkSizeBytes = mebibyte / 4, behind = (address) => address } = options;
  await ensureIndexes(store);
  const connector =
    options.connector ?? (await youtubeConnector({ ...youtube!, url: await behind(youtube!.url) }, chunkSizeBytes));
  const { routes } = connector;
  const branch = await makeBranch(store);
  const accounts = {
    github: await linkGithub(store, branch.workspaceId, 'a token'),
    [connector.id]: await link(store, branch.workspaceId, connector),
  };
  const content = { name: 'launch.mp4', contentType: 'video/mp4', stream: fileBytes(sizeBytes), by };
  let file = await saveFile(store, branch, content);
  const workflowId = await publish(store, branch, { accounts, definition: workflowOf(connector, file.id) });
  const temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
  const http = createHttp({ routes: parseRoutes(routes), privateHosts: [] });

  const runs = async () =>
    (await listRuns(store, { workspaceId: branch.workspaceId, branchId: branch.id, limit: 500 })).runs;
  const uploadOf = async (runId: string) => (await listUploads(store, runId))[0];
  return {
    store,
    branch,
    temporal,
    get youtube() {
      return youtube ?? assert.fail('this world has another service');
    },
    get file() {
      return file;
    },
    async useFile(next) {
      file = next;
      const definition = workflowOf(connector, file.id);
      await publish(store, branch, { id: workflowId, accounts, definition });
    },
    http,
    routes,
    runs,
    start: async (options) =>
      startDeliveryRuns(store, temporal, await keepDelivery(store, branch.workspaceId, newId()), options),
    async upload() {
      const [run] = await runs();
      return run && uploadOf(run.id);
    },
    async endOfRun({ timeoutMs = 90_000 } = {}) {
      for (const endAt = Date.now() + timeoutMs; Date.now() < endAt; await pause(25)) {
        const [run] = await runs();
        if (run?.endedAt) {
          return { ...run, steps: await listStepResults(store, run.id), upload: await uploadOf(run.id) };
        }
      }
      return assert.fail(`the run did not end within ${timeoutMs} ms: ${JSON.stringify(await runs())}`);
    },
    async until(what, check, timeoutMs = 90_000) {
      for (const endAt = Date.now() + timeoutMs; Date.now() < endAt; await pause(20)) if (await check()) return;
      assert.fail(`timed out after ${timeoutMs} ms waiting for ${what}`);
    },
    async close() {
      await http.close();
      await temporal.close();
      await youtube?.stop();
      await dropTestStore(store);
    },
  };
}

/** The shipped connector with pieces of another size. */
async function youtubeConnector(youtube: Youtube, chunkSizeBytes: number): Promise<UploadConnector> {
  const names = await readdir(youtubeFolder, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of names.filter((name) => name.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(youtubeFolder.length + 1), await readFile(path, 'utf8'));
  }
  const action = JSON.parse(files.get('actions/upload-video.json')!) as { upload: { chunkSize: number } };
  action.upload.chunkSize = chunkSizeBytes;
  for (const name of files.keys()) if (name.startsWith('fixtures/')) files.delete(name);
  files.set('actions/upload-video.json', JSON.stringify(action));
  return {
    id: 'youtube',
    files,
    account: { channel: 'fern', token: youtube.token },
    action: 'upload-video',
    input: { title: 'Launch' },
    routes: `https://www.googleapis.com=${youtube.url}`,
  };
}

/** Installs a connector and links an account of it. Returns the account's id. */
export async function link(
  store: Store,
  workspaceId: string,
  { id, files, account, client }: UploadConnector,
): Promise<string> {
  const { package: released, problems } = compileConnector(files);
  assert.ok(released, JSON.stringify(problems, null, 2));
  await releaseConnector(store, released, { workspaceId: null, by });
  await installConnector(store, workspaceId, { connector: id }, by);
  const linked = { workspaceId, connector: id, label: id, externalId: id, ownerPersonId: null, fields: account };
  return (await linkAccount(store, { ...linked, ...(client && { client }) })).id;
}

function workflowOf({ id, action, input, fileInput = 'file' }: UploadConnector, fileId: string): Workflow {
  return {
    name: 'Upload',
    trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
    steps: [{ id: 'upload', kind: 'action', connector: id, action, input: { ...input, [fileInput]: fileId } }],
  };
}

/** Publishes a workflow that a delivery of GitHub starts. */
export async function publish(
  store: Store,
  branch: Branch,
  { id, accounts, definition }: { id?: string; accounts: Record<string, string>; definition: Workflow },
): Promise<string> {
  const { name } = definition;
  const known = id === undefined ? {} : { id };
  const { id: workflowId } = await saveDefinition(store, branch, 'workflow', { ...known, name, definition }, by);
  const { workspaceId, id: branchId, name: branchName } = branch;
  const place = { workspaceId, branchId, branchName, workflowId, definition };
  await publishTriggerRoutes(store, place, { on: true, accounts }, by);
  return workflowId;
}
