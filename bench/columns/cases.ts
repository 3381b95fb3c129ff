import type { Question } from '@tallyhook/schemas';
import { lastMoment } from '../data/tickets.ts';
import { questionCases } from '../questions/cases.ts';

/** One question, and how other engines are asked for the same numbers. */
export interface ColumnCase {
  name: string;
  question: Question;
  /** In SQL for DuckDB: see `duckdb.ts` for the tables. Undefined for flights. */
  sql?: string;
  /** The request to Directus, below `/items/`. */
  directus?: string;
}

const since = new Date(lastMoment - 30 * 86_400_000);
const recent = {
  _and: [{ status: { _in: ['open', 'in_progress'] } }, { opened_at: { _gte: since.toISOString() } }],
};
const filtered = (filter: object) => `&filter=${JSON.stringify(filter)}`;
const count = 'ticket?aggregate[count]=*';
const byStatus = '&groupBy[]=status';

/** By the names of `questionCases`. */
const others: Record<string, Pick<ColumnCase, 'sql' | 'directus'>> = {
  'tickets: all': { sql: 'SELECT count(*) FROM ticket', directus: count },
  'tickets by status': {
    sql: 'SELECT status, count(*) FROM ticket GROUP BY ALL',
    directus: `${count}${byStatus}`,
  },
  'sum of estimates by assignee': {
    sql: 'SELECT assignee, sum(estimate) FROM ticket GROUP BY ALL',
    directus: 'ticket?aggregate[sum]=estimate&groupBy[]=assignee_id&limit=-1',
  },
  'tickets by month (UTC) and status': {
    sql: "SELECT date_trunc('month', opened_at), status, count(*) FROM ticket GROUP BY ALL",
    directus: `${count}&groupBy[]=year(opened_at)&groupBy[]=month(opened_at)${byStatus}&limit=-1`,
  },
  'open or in progress, last 30 days, by priority': {
    sql: `SELECT priority, count(*) FROM ticket WHERE status IN ('open', 'in_progress') AND opened_at >= '${since.toISOString()}'::TIMESTAMP GROUP BY ALL`,
    directus: `${count}&groupBy[]=priority${filtered(recent)}`,
  },
  'different assignees by status': {
    sql: 'SELECT status, count(DISTINCT assignee) FROM ticket GROUP BY ALL',
    directus: `ticket?aggregate[countDistinct]=assignee_id${byStatus}`,
  },
  'tickets by label (many)': {
    sql: 'SELECT label, count(*) FROM ticket_label GROUP BY ALL',
    directus: 'ticket_label?aggregate[count]=*&groupBy[]=label_id&limit=-1',
  },
  'title contains “webhook”, by status': {
    sql: "SELECT status, count(*) FROM ticket WHERE contains(lower(title), 'webhook') GROUP BY ALL",
    directus: `${count}${byStatus}${filtered({ title: { _icontains: 'webhook' } })}`,
  },
};

export const columnCases: readonly ColumnCase[] = questionCases.map(({ name, question }) => ({
  name,
  question,
  ...others[name],
}));
