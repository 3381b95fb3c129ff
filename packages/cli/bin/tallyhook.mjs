#!/usr/bin/env node
// Plain JavaScript for Node 20: finds a Node that runs TypeScript, then hands over.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const built = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const source = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const main = existsSync(built) ? built : source;
const [major, minor] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 19);

/** Set for the Node started here, so that it does not start another one if it is too old as well. */
const chosen = 'TALLYHOOK_NODE_CHOSEN';
const wasChosen = process.env[chosen] !== undefined;
// Child processes of the command must not inherit it.
delete process.env[chosen];

/** The path of the pinned Node; undefined if not installed. */
function findPinnedNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-linux-${process.arch}/package.json`);
    const binary = manifest.replace(/package\.json$/, 'bin/node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

/** Runs this file in another Node and exits the same way. */
function runIn(binary) {
  const child = spawn(binary, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, [chosen]: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

const pinned = isNewEnough || wasChosen ? undefined : findPinnedNode();
if (pinned) {
  runIn(pinned);
} else if (isNewEnough) {
  // Caches compiled code between calls: halves the time of a short verb.
  module.enableCompileCache?.(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tallyhook', 'compiled'));
  await import(pathToFileURL(main).href);
} else {
  const inClone =
    main === source ? 'Run `npm ci` in the clone, which installs Node 24 on Linux, or install' : 'Install';
  process.stderr.write(
    `tallyhook: Node ${process.versions.node} is too old; 22.19 or newer is required. ${inClone} Node 24.\n`,
  );
  process.exitCode = 2;
}
