/** The placeholder for the person viewing the report, and its label. */
export const viewer = { value: '$me', label: 'me (the current user)' } as const;
