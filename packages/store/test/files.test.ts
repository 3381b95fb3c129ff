import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Branch } from '../src/branches/index.ts';
import { readChanges } from '../src/changes/index.ts';
import { deleteFile, listFiles, openFile, saveFile } from '../src/files/index.ts';
import { newId, sweep, type Store } from '../src/index.ts';
import { createRecord } from '../src/records/index.ts';
import { readUse } from '../src/space/index.ts';
import { environments, storages } from './storages.ts';
import { dropTestStore, problemOf, refusal, sourceOf, testUri, workBranch } from './test-store.ts';

const mebibyte = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

for (const storage of storages) {
  describe(`Files in ${storage.name}`, () => {
    let store: Store;
    let branch: Branch;

    before(async () => {
      store = await storage.open();
    });

    beforeEach(async () => {
      branch = await workBranch(store);
    });

    after(() => dropTestStore(store));

    const save = (stream: AsyncIterable<Uint8Array>, name = 'notes.bin') =>
      saveFile(store, branch, { name, contentType: 'application/octet-stream', stream, by: 'ana' });
    const partsOf = (bytes: Buffer, size: number) =>
      Readable.from(
        Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
      );
    const leftovers = () => storage.count(store, branch.workspaceId);

    it('are returned byte for byte, with size and SHA-256', async () => {
      for (const sizeBytes of [
        0,
        1,
        mebibyte - 1,
        mebibyte,
        mebibyte + 1,
        3 * mebibyte + 5,
        8 * mebibyte,
        17 * mebibyte + 1,
      ]) {
        const bytes = randomBytes(sizeBytes);
        const file = await save(partsOf(bytes, 64 * 1024 - 1));
        assert.equal(file.sizeBytes, sizeBytes);
        assert.equal(file.sha256, createHash('sha256').update(bytes).digest('hex'));
        const opened = await openFile(store, branch, file.id);
        assert.deepEqual(opened.file, file);
        assert.ok(bytes.equals(await buffer(opened.stream)));
      }
    });

    it('are read by byte range, with an exclusive end', async () => {
      const bytes = randomBytes(3 * mebibyte);
      const { id } = await save(Readable.from([bytes]));
      const edges = [0, 1, mebibyte - 1, mebibyte, mebibyte + 1, 2 * mebibyte, 3 * mebibyte - 1, 3 * mebibyte];
      for (const start of edges) {
        for (const end of edges.filter((edge) => edge >= start)) {
          const { stream } = await openFile(store, branch, id, { start, end });
          assert.ok(bytes.subarray(start, end).equals(await buffer(stream)), `${start} to ${end}`);
        }
      }
      for (const range of [{ start: -1 }, { start: 5, end: 4 }, { end: bytes.length + 1 }, { start: 0.5 }]) {
        await assert.rejects(openFile(store, branch, id, range), refusal('invalid_request'));
      }
    });

    it('stream in a few MiB of memory, whatever their size', async function () {
      const total = 192 * mebibyte;
      const piece = randomBytes(mebibyte);
      let [most, passed] = [0, 0];
      const measured = async function* (source: AsyncIterable<Uint8Array>) {
        for await (const part of source) {
          passed += part.length;
          // What is only waiting to be collected is not held.
          if (passed >= 16 * mebibyte) {
            passed = 0;
            collectGarbage();
            most = Math.max(most, process.memoryUsage().arrayBuffers);
          }
          yield part;
        }
      };
      const generated = async function* () {
        for (let sent = 0; sent < total; sent += piece.length) yield piece;
      };
      collectGarbage();
      const before = process.memoryUsage().arrayBuffers;
      const { id, sizeBytes } = await save(measured(generated()));
      assert.equal(sizeBytes, total);
      let read = 0;
      for await (const part of measured((await openFile(store, branch, id)).stream)) read += part.length;
      assert.equal(read, total);
      assert.ok(most - before < 48 * mebibyte, `held ${Math.round((most - before) / mebibyte)} MiB`);
    });

    it('are records of the branch: listed, referenced by file fields, and in the change log', async () => {
      const first = await save(Readable.from([Buffer.from('a')]), 'a.txt');
      const second = await save(Readable.from([Buffer.from('b')]), 'b.txt');
      const page = await listFiles(store, branch, { limit: 1 });
      assert.deepEqual(page.files, [first]);
      assert.deepEqual(await listFiles(store, branch, { limit: 1, cursor: page.nextCursor }), { files: [second] });
      const document = await createRecord(store, branch, 'document', { title: 'x', file: second.id }, 'ana');
      assert.equal(document.fields.file, second.id);
      const unknown = createRecord(store, branch, 'document', { title: 'x', file: newId() }, 'ana');
      assert.deepEqual(
        (await problemOf(unknown)).errors.map(({ code }) => code),
        ['target_missing'],
      );
      const entries = await readChanges(store, branch, { type: 'file', limit: 10 });
      assert.deepEqual(
        entries.map(({ kind, by }) => [kind, by]),
        [
          ['create', 'ana'],
          ['create', 'ana'],
        ],
      );
    });

    it('leave nothing if the upload ends early, and report the reason', async () => {
      const failing = async function* () {
        for (let n = 0; n < 20; n++) yield randomBytes(mebibyte);
        throw new Error('the sender went away');
      };
      await assert.rejects(save(failing()), /^Error: the sender went away$/);
      assert.equal(await leftovers(), 0);
      assert.deepEqual(await listFiles(store, branch, { limit: 10 }), { files: [] });
    });

    it('are gone with their last branch, and nothing of them is left', async () => {
      const { id } = await save(Readable.from([randomBytes(9 * mebibyte)]));
      assert.ok((await leftovers()) > 1);
      await deleteFile(store, branch, id, 'ana');
      assert.equal(await leftovers(), 0);
      await assert.rejects(openFile(store, branch, id), refusal('not_found'));
    });

    it('count against the quota', async () => {
      await save(Readable.from([randomBytes(9 * mebibyte)]));
      assert.equal(await readUse(store, branch.workspaceId, 'fileBytes'), 9 * mebibyte);
    });

    it('need a name and a content type', async () => {
      await assert.rejects(save(Readable.from([]), ''), refusal('invalid_input'));
    });

    it('are swept if the process is killed during an upload', async () => {
      const source = `
      import { openBranch } from ${sourceOf('branches/index.ts')};
      import { parseFileSettings, saveFile } from ${sourceOf('files/index.ts')};
      import { openStore } from ${sourceOf('index.ts')};
      const store = await openStore({ uri: ${JSON.stringify(testUri())}, databasePrefix: ${JSON.stringify(store.system.databaseName)}, files: parseFileSettings(process.env) });
      const branch = await openBranch(store, ${JSON.stringify(branch.workspaceId)}, 'main');
      async function* endless() {
        for (let sent = 0; ; sent++) {
          yield Buffer.alloc(1024 * 1024);
          if (sent === 24) process.stdout.write('under way');
        }
      }
      await saveFile(store, branch, { name: 'x', contentType: 'text/plain', stream: endless(), by: 'ana' });`;
      const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: environments.get(store)!,
      });
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'exit');
      assert.ok((await leftovers()) > 2);
      assert.deepEqual(await listFiles(store, branch, { limit: 10 }), { files: [] });
      assert.equal(await sweep(store), 0, 'a recently active upload is left alone');
      assert.equal(await sweep(store, { unseenForMs: 0 }), 1);
      assert.equal(await leftovers(), 0);
    });
  });
}
