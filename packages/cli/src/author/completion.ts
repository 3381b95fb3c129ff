import { Argument, type Command } from 'commander';
import { sourceProblemCodes } from '@tallyhook/sdk';
import type { Settings } from '../settings.ts';
import { nameFunctions, nameSource, type NameSource, printNames } from './completion-names.ts';

/** `completion`: prints a shell script that completes verbs, options and known names. Exit 0, or 2 on bad usage. */
export function registerCompletion(program: Command, settings: Pick<Settings, 'output'>): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh']))
    .description('print a script that completes verbs, options, their values and names')
    .option('--json', 'print what can be completed as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook completion bash >> ~/.bashrc')
    .action((shell: 'bash' | 'zsh', { json = false }: { json?: boolean }) => {
      const places = placesOf(program, '');
      settings.output.write(json ? `${JSON.stringify(places, null, 2)}\n` : script(shell, places));
    });
}

/** What can follow a path of verbs such as ` keys create`. */
interface Place {
  path: string;
  words: string[];
  /** Values of options with a fixed set of choices. */
  values: Record<string, string[]>;
  /** Options that take a value. */
  given: { flags: string[]; long: string; isList: boolean }[];
  /** Name sources for further words and for the values of options. */
  names: { words?: NameSource; values: Record<string, NameSource> };
}

/** Fixed choices of an argument, including error codes, which are too many for help to list. */
function valuesOf(argument: Argument): readonly string[] {
  return argument.name() === 'code' ? Object.keys(sourceProblemCodes) : (argument.argChoices ?? []);
}

function placesOf(command: Command, path: string): Place[] {
  const options = [...command.options].filter(({ hidden }) => !hidden);
  const choices = options.flatMap(({ long, argChoices }) =>
    long !== undefined && long !== null && argChoices !== undefined ? [[long, argChoices] as const] : [],
  );
  const words = command.registeredArguments
    .map((argument) => nameSource(`<${argument.name()}>`))
    .find((source) => source !== undefined);
  const place: Place = {
    path,
    words: [
      ...command.commands.map((child) => child.name()),
      ...command.registeredArguments.flatMap(valuesOf),
      ...options.flatMap(({ long }) => long ?? []),
      '--help',
    ],
    values: Object.fromEntries(choices),
    given: options.flatMap(({ long, short, required, flags }) =>
      !required || long === undefined || long === null
        ? []
        : [{ flags: [long, ...(short === undefined ? [] : [short])], long, isList: flags.endsWith('<list>') }],
    ),
    names: {
      ...(words !== undefined && { words }),
      values: Object.fromEntries(
        options.flatMap(({ long, flags }) => {
          const source = nameSource(flags);
          return source === undefined ? [] : [[long!, source] as const];
        }),
      ),
    },
  };
  return [place, ...command.commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`))];
}

/**
 * zsh runs the bash script through bashcompinit, so variables must not be named like zsh's special ones, such as
 * `path`. For options with free-form values nothing is offered, so the shell completes files.
 */
function script(shell: 'bash' | 'zsh', places: Place[]): string {
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`);
  const values = places.flatMap(({ path, values, names, given }) => {
    const fixed = Object.entries(values).map(([option, words]) => [option, words.join(' ')]);
    const found = Object.entries(names.values).map(([option, source]) => [option, printNames(source)]);
    const known = Object.fromEntries([...fixed, ...found]) as Record<string, string>;
    return given.flatMap(({ flags, long, isList }) => {
      if (known[long] === undefined) return [];
      const cut = isList ? 'cut=",";' : '';
      return `    ${flags.map((flag) => `"${path}:${flag}"`).join('|')}) ${cut}offered="${known[long]}" ;;`;
    });
  });
  const unknown = places.flatMap(({ path, values, names, given }) =>
    given
      .filter(({ long }) => values[long] === undefined && names.values[long] === undefined)
      .flatMap(({ flags }) => flags.map((flag) => `"${path}:${flag}"`)),
  );
  const words = places.map(({ path, words, names }) => {
    const found = names.words === undefined ? [] : [printNames(names.words)];
    return `      "${path}") offered="${[...words, ...found].join(' ')}" ;;`;
  });
  return [
    `# Completes tallyhook in ${shell}; made by \`tallyhook completion ${shell}\`.`,
    ...(shell === 'zsh' ? ['autoload -U +X compinit && compinit', 'autoload -U +X bashcompinit && bashcompinit'] : []),
    ...nameFunctions,
    '_tallyhook() {',
    '  local verbs="" offered="" head="" cut="" typed word index last',
    '  typed=()',
    '  for ((index = 0; index <= COMP_CWORD; index++)); do',
    '    word="${COMP_WORDS[index]//[\\"\\\'\\\\]/}"',
    // zsh keeps --option=value as one word; bash splits it into three.
    '    if [[ "$word" == --*=* ]]; then',
    '      typed+=("${word%%=*}" "${word#*=}")',
    '      if [[ $index == $COMP_CWORD ]]; then head="${word%%=*}="; fi',
    '    elif [[ "$word" != "=" ]]; then typed+=("$word")',
    '    elif [[ $index == $COMP_CWORD ]]; then typed+=("")',
    '    fi',
    '  done',
    '  last=$((${#typed[@]} - 1))',
    '  for ((index = 1; index < last; index++)); do',
    '    word="${typed[index]}"',
    '    case "$verbs $word" in',
    `      ${paths.join('|')}) verbs="$verbs $word" ;;`,
    '    esac',
    '  done',
    '  word="${typed[last]}"',
    '  case "$verbs:${typed[last-1]}" in',
    ...values,
    `    ${unknown.join('|')}) ;;`,
    '    *) case "$verbs" in',
    ...words,
    '    esac ;;',
    '  esac',
    '  if [[ -n "$cut" && "$word" == *"$cut"* ]]; then head="$head${word%"$cut"*}$cut"; word="${word##*"$cut"}"; fi',
    '  COMPREPLY=($(compgen -P "$head" -W "$offered" -- "$word"))',
    '}',
    'complete -o default -F _tallyhook tallyhook',
    '',
  ].join('\n');
}
