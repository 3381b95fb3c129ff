import type { Command } from 'commander';
import type { Settings } from '../settings.ts';

/**
 * `lsp`: a language server over standard input and output. Exit 0 on request, 1 if the editor disconnects, 2 bad usage.
 */
export function registerLsp(program: Command, settings: Settings): void {
  program
    .command('lsp')
    .description('serve editors over standard input and output: problems at their places, completion and help')
    .option('--stdio', 'the same as without; editors add it')
    .option('--json', 'print what it offers as JSON, and end')
    .addHelpText('after', '\nExample:\n  $ tallyhook lsp --stdio')
    .action(async ({ json = false }: { json?: boolean }) => {
      // Loaded on demand; other verbs don't need it.
      const { capabilities, serveLanguage } = await import('./language-server.ts');
      if (json) settings.output.write(`${JSON.stringify(capabilities, null, 2)}\n`);
      else await serveLanguage(settings.input, settings.output);
    });
}
