import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import mime from 'mime-types';
import { brokenOff } from '../api.ts';
import { grouped } from '../output.ts';
import { sizeOf } from '../read-json.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';
import { type Draft, startDraft, unwritten } from '../whole-file.ts';

interface PutOptions extends CommonOptions {
  name?: string;
  type?: string;
}

interface GetOptions extends CommonOptions {
  output?: string;
}

/** `files`: file records of the branch, streamed in and out. */
export function registerFiles(program: Command, settings: Settings): void {
  const files = program
    .command('files')
    .description('files on the branch')
    .addHelpText('after', '\nExample:\n  $ tallyhook files put report.pdf');
  const put = files
    .command('put')
    .argument('<path>', 'the file')
    .description('store a file')
    .option('--name <text>', 'the name to store the file under (default: its own name)')
    .option('--type <content type>', 'its content type (default: from its name)');
  withCommonOptions(put, 'tallyhook files put report.pdf').action((path: string, options: PutOptions) =>
    putFile(settings, options, path),
  );
  const get = files
    .command('get')
    .argument('<id>', 'the id that `files put` printed')
    .description('download a file')
    .option('-o, --output <path>', 'where to write the file; - is standard output, the default');
  withCommonOptions(
    files.command('delete').argument('<id>', 'the id that `files put` printed').description('delete a file'),
    'tallyhook files delete 65f000000000000000000001',
  ).action(async (id: string, options: CommonOptions) => {
    await useApi(settings, options, (api) => api.call('DELETE /api/files/:id', { path: { id } }));
    print(settings, options, { id }, () => `Deleted ${id}`);
  });
  withCommonOptions(get, 'tallyhook files get 65f000000000000000000001 -o report.pdf').action(
    (id: string, options: GetOptions) => getFile(settings, options, id),
  );
}

async function putFile(settings: Settings, options: PutOptions, path: string): Promise<void> {
  const name = options.name ?? basename(path);
  const contentType = options.type ?? (mime.lookup(name) || 'application/octet-stream');
  const sizeBytes = await sizeOf(path);
  const row = await useApi(settings, options, (api) =>
    api.call('POST /api/files', {
      query: { name },
      stream: { body: createReadStream(path), sizeBytes, contentType },
    }),
  );
  print(settings, options, row, () => `${row.id}  ${row.name}  ${grouped(row.sizeBytes)} bytes  sha256 ${row.sha256}`);
}

async function getFile(settings: Settings, options: GetOptions, id: string): Promise<void> {
  await useApi(settings, options, async (api) => {
    const { body } = await api.open('GET /api/files/:id', { path: { id }, accept: '*/*' });
    const output = options.output === '-' ? undefined : options.output;
    await (output === undefined ? pipeline(body, settings.output, { end: false }) : writeStream(output, body)).catch(
      (error: unknown) => {
        throw brokenOff(error);
      },
    );
    if (output === undefined) return;
    const { size } = await stat(output);
    print(settings, options, { id, path: output, sizeBytes: size }, () => `${output}: ${grouped(size)} bytes`);
  });
}

/** A broken connection leaves no partial file under the requested name. */
async function writeStream(path: string, body: NodeJS.ReadableStream): Promise<void> {
  let draft: Draft | undefined;
  try {
    draft = startDraft(path);
    await pipeline(body, createWriteStream(draft.path));
    draft.keep();
  } catch (error) {
    draft?.drop();
    throw isOfDisk(error) ? unwritten(path, error) : error;
  }
}

/** Whether the error comes from the disk, not the connection. */
function isOfDisk(error: unknown): boolean {
  const { syscall = '' } = error as NodeJS.ErrnoException;
  return ['stat', 'access', 'open', 'write', 'chown', 'chmod', 'rename'].includes(syscall);
}
