// The processes of one run of the tests, and their end (Node 24).
import { readdirSync, readFileSync, rmSync } from 'node:fs';

/** Names the folder of a run in the environment of what it starts. */
export const runVariable = 'TALLYHOOK_TEST_RUN';

const rounds = 100;
const roundMs = 20;

/**
 * Kills, by its number, every process that was started with this folder of a run and what those started themselves,
 * except the process that asks; removes the folder. Reads /proc, so elsewhere than on Linux it removes the folder alone.
 */
export function endRun(folder) {
  for (let round = 0; round < rounds; round++) {
    const left = processesOf(folder);
    if (left.length === 0) break;
    for (const pid of left) kill(pid);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, roundMs);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** A test may start a process with an environment of its own: it is found by its parent. */
function processesOf(folder) {
  const all = listProcesses();
  const found = new Set(all.filter(({ pid }) => isMarked(pid, folder)).map(({ pid }) => pid));
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  found.delete(process.pid);
  return [...found];
}

function listProcesses() {
  const pids = namesIn('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    // The name of a process may hold blanks and brackets; what follows the last bracket is its state and its parent.
    const [state, parent] = (textOf(`/proc/${name}/stat`) ?? '').split(') ').at(-1).split(' ');
    const hasEnded = state === '' || state === 'Z' || state === 'X';
    return hasEnded ? [] : [{ pid: Number(name), parent: Number(parent) }];
  });
}

function isMarked(pid, folder) {
  return (textOf(`/proc/${pid}/environ`) ?? '').split('\0').includes(`${runVariable}=${folder}`);
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended in between.
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A process that has ended, and one of somebody else, cannot be read. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
