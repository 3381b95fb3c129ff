import type { Command } from 'commander';
import type { Settings } from '../settings.ts';

/**
 * `lsp`: a language server over standard input and output. Exit 0 on request, 1 if the editor disconnects, 2 bad usage.
 */
export function registerLsp(program: Command, settings: Settings): void {
  program
    .command('lsp')
    .description('run a language server on standard input and output: diagnostics, completion and hover help')
    .option('--stdio', 'has no effect; editors pass it')
    .option('--json', 'print the capabilities of the server as JSON and exit')
    .addHelpText('after', '\nExample:\n  $ tallyhook lsp --stdio')
    .action(async ({ json = false }: { json?: boolean }) => {
      // Loaded on demand; other verbs don't need it.
      const { capabilities, serveLanguage } = await import('./language-server.ts');
      if (json) settings.output.write(`${JSON.stringify(capabilities, null, 2)}\n`);
      else await serveLanguage(settings.input, settings.output);
    });
}
