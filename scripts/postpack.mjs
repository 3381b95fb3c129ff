// Puts back the manifest that prepack.mjs replaced, and removes what was built: in the clone the sources run.
import { existsSync, renameSync, rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
if (existsSync('package.json.kept')) renameSync('package.json.kept', 'package.json');
