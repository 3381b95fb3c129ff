import assert from 'node:assert/strict';
import { assigneeCount, labelCount, makeTickets } from './tickets.ts';

describe('Generated tickets', () => {
  const tickets = [...makeTickets(20_000)];

  it('are the same in every run', () => {
    const again = [...makeTickets(20_000)];
    assert.deepEqual(again, tickets);
    assert.deepEqual([...makeTickets(10)], tickets.slice(0, 10));
  });

  it('are mostly closed', () => {
    const closed = tickets.filter(({ status }) => status === 'closed').length / tickets.length;
    assert.ok(Math.abs(closed - 0.7) < 0.02, String(closed));
  });

  it('lack an estimate in one of ten, and have at most three distinct labels', () => {
    const none = tickets.filter(({ estimate }) => estimate === undefined).length / tickets.length;
    assert.ok(Math.abs(none - 0.1) < 0.01, String(none));
    assert.ok(tickets.every(({ labels }) => labels.length <= 3 && new Set(labels).size === labels.length));
    const each = tickets.reduce((sum, { labels }) => sum + labels.length, 0) / tickets.length;
    assert.ok(Math.abs(each - 1.47) < 0.05, String(each));
  });

  it('use every person and label, some much more than others', () => {
    const busy = tickets.filter(({ assignee }) => assignee <= assigneeCount / 10).length / tickets.length;
    assert.ok(busy > 0.2, String(busy));
    assert.equal(new Set(tickets.map(({ assignee }) => assignee)).size, assigneeCount);
    assert.equal(new Set(tickets.flatMap(({ labels }) => labels)).size, labelCount);
  });
});
