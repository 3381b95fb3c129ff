/** Names known only at completion time: parts of the connector at hand, and saved accounts. */
export type NameSource = 'actions' | 'webhooks' | 'fixtures' | 'deliveries' | 'accounts';

/** Source of names by the wording in the help text. */
const sources: Record<string, NameSource> = {
  '<action>': 'actions',
  '--action <name>': 'actions',
  '<webhook>': 'webhooks',
  '--webhook <name>': 'webhooks',
  '--fixture <name>': 'deliveries',
  '<folder|pattern>': 'fixtures',
  '--account <name>': 'accounts',
};

/** Finds where the names of an argument or option come from, by its help text; undefined for free-form values. */
export function nameSource(words: string): NameSource | undefined {
  return sources[words];
}

/** Shell call that prints the names of a source. */
export function printNames(source: NameSource): string {
  if (source === 'accounts') return '$(_tallyhook_accounts)';
  return `$(_tallyhook_parts ${source === 'deliveries' ? 'fixtures webhook' : source})`;
}

/**
 * Shell functions that print names. They look below the folders given with --connector or among the words, else below
 * the current folder, for all kinds or one kind, and among saved accounts. The first word is always a verb, even if a
 * folder has that name. `compgen -W` evaluates `$(…)` in its input, so only text that is a valid name is printed: the
 * folder may come from someone else.
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
