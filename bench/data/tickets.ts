/** Number of tickets. */
export const ticketCount = 300_000;

export const statuses = ['open', 'in_progress', 'blocked', 'review', 'closed'] as const;
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export const assigneeCount = 200;
export const labelCount = 40;

/** The current time in the questions. Tickets were opened in the three years before. */
export const lastMoment = Date.UTC(2026, 9, 1);

const dayMs = 86_400_000;
const spanMs = 1_096 * dayMs;

export interface Ticket {
  title: string;
  status: (typeof statuses)[number];
  priority: (typeof priorities)[number];
  estimate: number | undefined;
  done: boolean;
  openedAt: Date;
  dueAt: Date | undefined;
  /** Numbered from 1; lower numbers are busier. */
  assignee: number;
  /** Distinct numbers from 1. */
  labels: number[];
}

const words = [
  ...['account', 'address', 'alert', 'archive', 'audit', 'avatar', 'backup', 'badge', 'banner', 'basket', 'billing'],
  ...['board', 'branch', 'browser', 'budget', 'button', 'cache', 'calendar', 'cart', 'chart', 'column', 'comment'],
  ...['connector', 'contact', 'contract', 'cookie', 'country', 'coupon', 'currency', 'customer', 'dashboard', 'date'],
  ...['delivery', 'deploy', 'device', 'dialog', 'digest', 'discount', 'document', 'domain', 'download', 'draft'],
  ...['editor', 'email', 'error', 'estimate', 'event', 'export', 'feature', 'field', 'filter', 'folder', 'font'],
  ...['forecast', 'form', 'group', 'header', 'history', 'icon', 'image', 'import', 'index', 'invoice', 'keyboard'],
  ...['language', 'layout', 'library', 'licence', 'limit', 'link', 'list', 'locale', 'login', 'menu', 'message'],
  ...['metric', 'mobile', 'order', 'page', 'password', 'payment', 'profile', 'queue', 'refund', 'release', 'report'],
  ...['role', 'row', 'schema', 'search', 'session', 'setting', 'sprint', 'sync', 'table', 'tax', 'team', 'template'],
  ...['theme', 'thread', 'timeout', 'token', 'upload', 'webhook', 'widget', 'worker', 'workflow'],
];

/**
 * Generates the same tickets each time: opened over three years, most of them closed, with some people and labels much
 * busier than others.
 */
export function* makeTickets(count = ticketCount): Generator<Ticket> {
  const { fraction, below, pick } = createRandom(20_260_101);
  const skewed = (most: number) => 1 + Math.floor(most * fraction() ** 1.6);
  for (let made = 0; made < count; made++) {
    const title = Array.from({ length: 5 + below(5) }, () => words[below(words.length)]!).join(' ');
    const status = pick(statuses, [0.12, 0.08, 0.03, 0.07, 0.7]);
    const priority = pick(priorities, [0.25, 0.5, 0.2, 0.05]);
    const estimate = fraction() < 0.1 ? undefined : below(41);
    const openedAt = new Date(lastMoment - Math.ceil(fraction() * spanMs));
    const dueAt = fraction() < 0.4 ? undefined : new Date(openedAt.getTime() + below(60) * dayMs);
    const done = fraction() < (status === 'closed' ? 0.95 : 0.02);
    const labels = new Set(Array.from({ length: below(4) }, () => skewed(labelCount)));
    const assignee = skewed(assigneeCount);
    yield { title, status, priority, estimate, done, openedAt, dueAt, assignee, labels: [...labels] };
  }
}

/** The tickets as lines of CSV with a header. */
export function* ticketLines(count?: number): Generator<string> {
  yield 'title,status,priority,estimate,done,openedAt,dueAt,assignee,labels\n';
  for (const { title, estimate, openedAt, dueAt, labels, ...rest } of makeTickets(count)) {
    const dates = `${openedAt.toISOString()},${dueAt?.toISOString() ?? ''}`;
    yield `${title},${rest.status},${rest.priority},${estimate ?? ''},${rest.done},${dates},${rest.assignee},${labels.join(';')}\n`;
  }
}

/** A seeded random number generator (xorshift, 32 bits): fast, and the same in every run. */
function createRandom(seed: number) {
  let state = seed | 0;
  const fraction = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const pick = <Value>(values: readonly Value[], weights: readonly number[]): Value => {
    let rest = fraction();
    const index = weights.findIndex((weight) => (rest -= weight) < 0);
    return values[index < 0 ? values.length - 1 : index]!;
  };
  return { fraction, below: (most: number) => Math.floor(fraction() * most), pick };
}
