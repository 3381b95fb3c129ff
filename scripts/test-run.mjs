// Ends the processes of a test run (Node 24).
import { readdirSync, readFileSync, rmSync } from 'node:fs';

/** The environment variable with the folder of a run, inherited by its child processes. */
export const runVariable = 'TALLYHOOK_TEST_RUN';

const rounds = 100;
const roundMs = 20;

/**
 * Kills, by pid, every process started with this run's folder and its descendants, except the current process, and
 * removes the folder. Reads /proc; on systems other than Linux it only removes the folder.
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

/** A test may start a process with another environment; that one is found by its parent. */
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
    // The name of a process may contain spaces and parentheses. After the last parenthesis come its state and its
    // parent.
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
    // It has ended in the meantime.
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The files of an ended process, or of another user's, cannot be read. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
