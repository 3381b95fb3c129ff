/** Names that are known only when somebody types: parts of the connector at hand, and the accounts that are kept. */
export type NameSource = 'actions' | 'webhooks' | 'fixtures' | 'deliveries' | 'accounts';

/** Which names stand where help says so. */
const sources: Record<string, NameSource> = {
  '<action>': 'actions',
  '--action <name>': 'actions',
  '<webhook>': 'webhooks',
  '--webhook <name>': 'webhooks',
  '--fixture <name>': 'deliveries',
  '<folder|pattern>': 'fixtures',
  '--account <name>': 'accounts',
};

/** Where the names of an argument or an option come from, by its words in help; undefined where they are made up. */
export function nameSource(words: string): NameSource | undefined {
  return sources[words];
}

/** The call of the shell function that prints the names of a source. */
export function printNames(source: NameSource): string {
  if (source === 'accounts') return '$(_tallyhook_accounts)';
  return `$(_tallyhook_parts ${source === 'deliveries' ? 'fixtures webhook' : source})`;
}

/**
 * Shell functions that print names: of the files below the folders that --connector names or that stand among the words,
 * else below the current one, all or those of one kind; and of accounts. The first word is a verb, whatever folder is
 * called so. What is printed is read by `compgen -W`, which runs `$(…)` in it: of a folder that somebody else made, only
 * what can be a name is printed.
 */
export const nameFunctions = [
  '_tallyhook_parts() {',
  '  local folders folder index file',
  '  folders=()',
  '  for ((index = 1; index < last; index++)); do',
  '    folder="${typed[index]/#\\~/$HOME}"',
  '    if [[ "${typed[index-1]}" == --connector || ( $index -gt 1 && -d "$folder/$1" ) ]]; then folders+=("$folder"); fi',
  '  done',
  '  if [[ ${#folders[@]} == 0 ]]; then folders=(.); fi',
  '  for folder in "${folders[@]}"; do',
  '    for file in "$folder/$1"/*.json; do',
  '      file="${file##*/}"',
  '      if [[ ! "${file%.json}" =~ ^[a-z0-9-]+$ ]]; then continue; fi',
  '      if [[ -n "$2" ]] && ! grep -qs "\\"kind\\": *\\"$2\\"" "$folder/$1/$file"; then continue; fi',
  '      printf \'%s\\n\' "${file%.json}"',
  '    done',
  '  done',
  '}',
  '_tallyhook_accounts() {',
  '  tallyhook accounts list --local --json 2>/dev/null | sed -n \'s/^ *"name": "\\([A-Za-z0-9_.@-]*\\)",$/\\1/p\' | sort -u',
  '}',
];
