// Restores the manifest that prepack.mjs replaced, and removes the build output: the clone runs from sources.
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

rmSync('dist', { recursive: true, force: true });
rmSync('LICENSE', { force: true });
rmSync(join('node_modules', '@tallyhook'), { recursive: true, force: true });
if (existsSync('node_modules') && readdirSync('node_modules').length === 0) rmdirSync('node_modules');
if (existsSync('package.json.kept')) renameSync('package.json.kept', 'package.json');
