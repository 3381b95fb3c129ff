interface DemoQuestion {
  words: string;
  question: object;
  labels?: boolean;
}

/** Questions to try on the flights, each with an interesting answer. */
export const demoQuestions: readonly DemoQuestion[] = [
  {
    words: 'How many flights did each airline fly?',
    question: { type: 'flight', groupBy: [{ field: 'airline' }], measures: [{ fn: 'count' }] },
    labels: true,
  },
  {
    words: 'How many left in each month, in New York time? (With "UTC" the numbers differ.)',
    question: {
      type: 'flight',
      groupBy: [{ field: 'time_hour', unit: 'month' }],
      measures: [{ fn: 'count' }],
      timezone: 'America/New_York',
    },
  },
  {
    words: 'How many different planes left from each airport?',
    question: { type: 'flight', groupBy: [{ field: 'origin' }], measures: [{ fn: 'distinct', field: 'tailnum' }] },
  },
  {
    words: 'How late did flights leave on average, in minutes?',
    question: { type: 'flight', measures: [{ fn: 'avg', field: 'dep_delay' }] },
  },
  {
    words: 'How many left more than an hour late from each airport?',
    question: {
      type: 'flight',
      filter: { and: [{ field: 'dep_delay', op: 'gte', value: 61 }] },
      groupBy: [{ field: 'origin' }],
      measures: [{ fn: 'count' }],
    },
  },
];

/** A question as a curl command to paste; reads the key from KEY. */
export function curlOf(url: string, { words, question, labels }: DemoQuestion): string {
  const address = `${url.replace(/\/$/, '')}/api/query${labels ? '?labels=1' : ''}`;
  return `# ${words}\ncurl -s '${address}' -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(question)}'`;
}
