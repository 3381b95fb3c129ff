import { Argument, type Command } from 'commander';
import type { Settings } from '../settings.ts';

/** `completion`: a script that completes every verb and option in a shell. Exit 0, 2 not understood. */
export function registerCompletion(program: Command, settings: Pick<Settings, 'output'>): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh']))
    .description('print a script that completes verbs, options and their values')
    .option('--json', 'print what can be completed as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook completion bash >> ~/.bashrc')
    .action((shell: 'bash' | 'zsh', { json = false }: { json?: boolean }) => {
      const places = placesOf(program, '');
      settings.output.write(json ? `${JSON.stringify(places, null, 2)}\n` : script(shell, places));
    });
}

/** What may follow a path of verbs such as ` keys create`. */
interface Place {
  path: string;
  words: string[];
  /** The values of options that know theirs. */
  values: Record<string, string[]>;
}

function placesOf(command: Command, path: string): Place[] {
  const options = [...command.options].filter(({ hidden }) => !hidden);
  const choices = options.flatMap(({ long, argChoices }) =>
    long !== undefined && long !== null && argChoices !== undefined ? [[long, argChoices] as const] : [],
  );
  const place: Place = {
    path,
    words: [
      ...command.commands.map((child) => child.name()),
      ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
      ...options.flatMap(({ long }) => long ?? []),
      '--help',
    ],
    values: Object.fromEntries(choices),
  };
  return [place, ...command.commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`))];
}

/** zsh runs the script of bash through its own bashcompinit. */
function script(shell: 'bash' | 'zsh', places: Place[]): string {
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`);
  const values = places.flatMap((place) =>
    Object.entries(place.values).map(
      ([option, words]) => `    "${place.path}:${option}") words="${words.join(' ')}" ;;`,
    ),
  );
  const words = places.map((place) => `      "${place.path}") words="${place.words.join(' ')}" ;;`);
  return [
    `# Completes tallyhook in ${shell}; made by \`tallyhook completion ${shell}\`.`,
    ...(shell === 'zsh' ? ['autoload -U +X compinit && compinit', 'autoload -U +X bashcompinit && bashcompinit'] : []),
    '_tallyhook() {',
    '  local path="" words="" word index',
    '  for ((index = 1; index < COMP_CWORD; index++)); do',
    '    word="${COMP_WORDS[index]}"',
    '    case "$path $word" in',
    `      ${paths.join('|')}) path="$path $word" ;;`,
    '    esac',
    '  done',
    '  case "$path:${COMP_WORDS[COMP_CWORD-1]}" in',
    ...values,
    '    *) case "$path" in',
    ...words,
    '    esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _tallyhook tallyhook',
    '',
  ].join('\n');
}
