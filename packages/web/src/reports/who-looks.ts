/** What stands in a question for the person who asks it, and what people call that. */
export const whoLooks = { value: '$me', label: 'me, whoever looks' } as const;
