/** The people, projects and tickets of the demo workspace. A relation names the other record's label. */
export const samplePeople = [
  { name: 'Ada Marsh', email: 'ada@example.com', team: 'Platform', active: true },
  { name: 'Bruno Weiss', email: 'bruno@example.com', team: 'Platform', active: true },
  { name: 'Chidi Okafor', email: 'chidi@example.com', team: 'Support', active: true },
  { name: 'Dana Lindqvist', email: 'dana@example.com', team: 'Support', active: false },
] as const;

export const sampleProjects = [
  { name: 'Billing', status: 'active', owner: 'Ada Marsh' },
  { name: 'Mobile app', status: 'active', owner: 'Bruno Weiss' },
  { name: 'Help pages', status: 'planned', owner: 'Chidi Okafor' },
] as const;

export const sampleTickets = [
  ['Invoice shows the wrong currency', 'open', 'urgent', ['bug'], 'Billing', 'Ada Marsh', 6],
  ['Refunds are counted twice in the monthly total', 'open', 'high', ['bug'], 'Billing', 'Ada Marsh', 8],
  ['Export invoices as CSV', 'in_progress', 'normal', ['feature'], 'Billing', 'Bruno Weiss', 16],
  ['Card payments fail behind some company proxies', 'blocked', 'high', ['bug'], 'Billing', 'Bruno Weiss', 12],
  ['Old invoices cannot be downloaded', 'done', 'normal', ['bug'], 'Billing', 'Ada Marsh', 4],
  ['App closes when the network changes', 'open', 'urgent', ['bug'], 'Mobile app', 'Bruno Weiss', 10],
  ['Dark theme', 'in_progress', 'low', ['feature'], 'Mobile app', 'Bruno Weiss', 24],
  ['Notifications arrive late', 'review', 'high', ['bug'], 'Mobile app', 'Bruno Weiss', 6],
  ['Text is cut off in landscape', 'done', 'low', ['bug'], 'Mobile app', 'Bruno Weiss', 2],
  ['Explain API keys with an example', 'open', 'normal', ['documentation'], 'Help pages', 'Chidi Okafor', 3],
  ['How do I move a project to another workspace?', 'done', 'normal', ['question'], 'Help pages', 'Dana Lindqvist', 1],
  ['Pictures on the start page are out of date', 'open', 'low', ['documentation'], 'Help pages', 'Chidi Okafor', 2],
] as const;
