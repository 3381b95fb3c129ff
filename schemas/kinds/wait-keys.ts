/** How long a step waits, as JSON Schema: a number and a unit. */
export const duration = { type: 'string', pattern: '^[1-9][0-9]{0,5}(s|m|h|d)$' } as const;

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The length of a duration such as `2h`, in milliseconds. */
export function durationMs(text: string): number {
  return Number(text.slice(0, -1)) * unitMs[text.at(-1) as keyof typeof unitMs];
}

/** The keys of a step that waits for somebody or something, with the rule for when nothing comes. */
export const waitKeys = {
  within: { ...duration, default: '7d', description: 'How long it waits: a number and `s`, `m`, `h` or `d`.' },
  otherwise: {
    type: 'string',
    enum: ['fail', 'goOn'],
    default: 'fail',
    description: 'What happens after that time: the step fails, or the run goes on.',
  },
} as const;
