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

/** Tickets closed in the last year: `[title, months ago, priority, label, project, assignee, hours]`. */
export const sampleClosedTickets = [
  ['Invoices lose their second page', 11, 'high', 'bug', 'Billing', 'Ada Marsh', 6],
  ['Sign in with the company account', 11, 'normal', 'feature', 'Mobile app', 'Bruno Weiss', 20],
  ['What does the grey badge mean?', 11, 'low', 'question', 'Help pages', 'Dana Lindqvist', 1],
  ['Tax rates for next year', 10, 'urgent', 'feature', 'Billing', 'Ada Marsh', 12],
  ['Rounding differs by one cent', 10, 'high', 'bug', 'Billing', 'Ada Marsh', 5],
  ['Photos upload twice', 10, 'high', 'bug', 'Mobile app', 'Bruno Weiss', 8],
  ['Describe refunds', 10, 'normal', 'documentation', 'Help pages', 'Chidi Okafor', 3],
  ['Reminders go out on Sundays', 9, 'normal', 'bug', 'Billing', 'Bruno Weiss', 4],
  ['Swipe to archive', 9, 'low', 'feature', 'Mobile app', 'Bruno Weiss', 14],
  ['Search does not find umlauts', 8, 'high', 'bug', 'Help pages', 'Chidi Okafor', 7],
  ['Statement for a whole year', 8, 'normal', 'feature', 'Billing', 'Ada Marsh', 18],
  ['Keyboard hides the send button', 8, 'urgent', 'bug', 'Mobile app', 'Bruno Weiss', 3],
  ['How do I change my email?', 8, 'low', 'question', 'Help pages', 'Dana Lindqvist', 1],
  ['Preset the currency by country', 8, 'normal', 'feature', 'Billing', 'Ada Marsh', 9],
  ['Battery drains in the background', 6, 'urgent', 'bug', 'Mobile app', 'Bruno Weiss', 15],
  ['Dunning letters in French', 6, 'normal', 'feature', 'Billing', 'Ada Marsh', 10],
  ['Pictures without alt text', 6, 'low', 'documentation', 'Help pages', 'Chidi Okafor', 4],
  ['Direct debit is booked late', 5, 'high', 'bug', 'Billing', 'Bruno Weiss', 11],
  ['Map stays empty on old phones', 5, 'normal', 'bug', 'Mobile app', 'Bruno Weiss', 9],
  ['Glossary of invoice terms', 5, 'low', 'documentation', 'Help pages', 'Chidi Okafor', 6],
  ['Export for the tax adviser', 4, 'high', 'feature', 'Billing', 'Ada Marsh', 22],
  ['Discounts are added up wrong', 4, 'urgent', 'bug', 'Billing', 'Ada Marsh', 7],
  ['Offline mode', 4, 'normal', 'feature', 'Mobile app', 'Bruno Weiss', 26],
  ['Screen readers read tabs in the wrong order', 4, 'normal', 'bug', 'Mobile app', 'Bruno Weiss', 5],
  ['Where do I find my invoices?', 4, 'low', 'question', 'Help pages', 'Dana Lindqvist', 1],
  ['Free text on invoices', 3, 'normal', 'feature', 'Billing', 'Ada Marsh', 8],
  ['Crash when a picture is rotated', 3, 'urgent', 'bug', 'Mobile app', 'Bruno Weiss', 6],
  ['Page on data protection', 3, 'high', 'documentation', 'Help pages', 'Chidi Okafor', 5],
  ['Payment terms by customer', 2, 'normal', 'feature', 'Billing', 'Bruno Weiss', 13],
  ['Notifications make no sound', 2, 'normal', 'bug', 'Mobile app', 'Bruno Weiss', 4],
  ['Larger type', 2, 'high', 'feature', 'Mobile app', 'Bruno Weiss', 9],
  ['Interest is charged on interest', 1, 'urgent', 'bug', 'Billing', 'Ada Marsh', 6],
  ['Credit notes by email', 1, 'normal', 'feature', 'Billing', 'Ada Marsh', 10],
  ['Login loops after an update', 1, 'urgent', 'bug', 'Mobile app', 'Bruno Weiss', 8],
  ['Video about the first invoice', 1, 'low', 'documentation', 'Help pages', 'Chidi Okafor', 7],
  ['Can I delete my account?', 1, 'normal', 'question', 'Help pages', 'Dana Lindqvist', 1],
] as const;
