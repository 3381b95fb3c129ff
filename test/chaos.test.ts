import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPracticeService, type PracticeService } from '@tallyhook/practice';
import { send, signIn } from './doors.ts';
import { startProduct, waitFor, type Product } from './product.ts';

const isLong = process.env.TALLYHOOK_LONG === '1';
const deliveries = isLong ? 10_000 : 300;
const timesEach = 3;
const kills = isLong ? 40 : 5;
/** On a machine so busy that the product needs longer to come back than to be killed, killing would never end. */
const maxKills = 3 * kills;
const asks = 20;
const senders = 16;
/** GitHub has no limit; the product accepts this many per second from one sender by default. */
const rates = { TALLYHOOK_HOOK_RATE_SENDER: '10000', TALLYHOOK_HOOK_RATE_CONNECTOR: '10000' };
/** Longer than the product needs to come back. */
const maxTries = 500;
const token = 'practice-token';
const victims = ['api', 'worker', 'temporal', 'mongod'];

interface RunRow {
  id: string;
  status: string;
  error: { code: string; message: string } | null;
  isUndecided?: true;
  trigger: { deliveryId?: string };
}

describe(`${deliveries} deliveries, each sent ${timesEach} times, while processes are killed`, function () {
  this.timeout(isLong ? 3_600_000 : 600_000);
  let practice: PracticeService;
  let product: Product;
  let cookie: string;

  before(async () => {
    practice = await createPracticeService({ service: 'github', port: 0, token });
    const routes = `https://api.github.com=${practice.url}`;
    product = await startProduct({ TALLYHOOK_DEMO: '0', TALLYHOOK_ROUTES: routes, ...rates });
    await product.login();
    await product.json(['connectors', 'install', 'github']);
    ({ cookie } = await signIn(product.url, product.owner));
  });
  after(async () => {
    await product?.remove();
    await practice?.close();
  });

  /** Asks the product until it answers: its processes may be down at any moment. */
  async function call(method: string, path: string, json?: unknown): Promise<{ status: number; body: unknown }> {
    for (let tries = 0; ; tries += 1) {
      assert.ok(tries < maxTries, `${method} ${path} got no answer: ${product.printed().slice(-2_000)}`);
      const answered = await send(`${product.url}${path}`, {
        method,
        headers: { cookie, origin: product.url, 'content-type': 'application/json' },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      }).catch(() => undefined);
      if (answered !== undefined && answered.status < 500) return answered;
      await sleep(300);
    }
  }
  async function apply(definition: object, on = true): Promise<string> {
    const accounts = (await call('GET', '/api/accounts')).body as { id: string }[];
    const account = accounts[0]?.id;
    const saved = (await call('POST', '/api/workflows', { name: (definition as { name: string }).name, definition }))
      .body as { id: string };
    const settings = { on, ...(account && { accounts: { github: account } }) };
    await call('PATCH', `/api/workflows/${saved.id}/settings`, settings);
    return saved.id;
  }

  /** Delivers as a patient sender: again after every answer but success. Returns the answers that were refusals. */
  async function deliver(number: number): Promise<number[]> {
    const refused: number[] = [];
    /** 0 if there was no answer. */
    const times: Record<number, number> = {};
    const payload = {
      action: 'opened',
      issue: { number, title: `Issue ${number}`, isLong: isLongIssue(number) },
      repository: { name: 'chaos', owner: { login: 'octo' } },
    };
    for (let tries = 0; ; tries += 1) {
      const answers = () => `${JSON.stringify(times)}: ${product.printed().slice(-2_000)}`;
      assert.ok(tries < maxTries, `delivery ${number} got only these answers: ${answers()}`);
      const status = await fetch(`${product.url}/hooks/github`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', 'user-agent': 'GitHub-Hookshot/1' },
          ...{ 'x-github-event': 'issues', 'x-github-delivery': `chaos-${number}` },
        },
        body: JSON.stringify(payload),
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => 0,
      );
      if (status === 200) return refused;
      times[status] = (times[status] ?? 0) + 1;
      if (status >= 400 && status < 500) refused.push(status);
      await sleep(200);
    }
  }

  /** Kills the processes in turn, each once the one before is back. Returns how many were killed. */
  async function killInTurn(isOver: () => boolean): Promise<string[]> {
    const killed: string[] = [];
    // The supervisor gives up on a process that ends again and again.
    while (killed.length < kills || (!isOver() && killed.length < maxKills)) {
      const name = victims[killed.length % victims.length]!;
      const found = (await product.processes()).find((listed) => listed.name === name);
      if (found !== undefined && isAlive(found.pid)) {
        process.kill(found.pid, 'SIGKILL');
        killed.push(name);
        await waitFor(`${name} to be back`, () => isBack(name, found.pid), 120_000);
      }
      await sleep(isLong ? 8_000 : 4_000);
    }
    return killed;
  }
  const isBack = async (name: string, before: number) => {
    const listed = await product.processes().catch(() => []);
    const found = listed.find((one) => one.name === name);
    return found !== undefined && found.pid !== before && isAlive(found.pid);
  };

  async function allRuns(workflow: string): Promise<RunRow[]> {
    const runs: RunRow[] = [];
    for (let cursor: string | undefined; ;) {
      const path = `/api/runs?limit=500&workflow=${workflow}${cursor === undefined ? '' : `&cursor=${cursor}`}`;
      const page = (await call('GET', path)).body as { runs: RunRow[]; nextCursor?: string };
      runs.push(...page.runs);
      if (page.nextCursor === undefined) return runs;
      cursor = page.nextCursor;
    }
  }

  it('are handled exactly once each, with records, loops, waits and questions', async () => {
    const account = await product.json<{ id: string }>(
      ['accounts', 'link', 'github', '--label', 'Practice', '--field', 'owner=octo', '--field', 'token=-'],
      { input: `${token}\n` },
    );
    assert.ok(account.id);
    const answering = await apply({
      name: 'Answer',
      trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
      steps: [
        { id: 'note', kind: 'createRecord', type: 'note', fields: { title: 'Issue {{trigger.payload.issue.number}}' } },
        {
          id: 'long',
          kind: 'condition',
          if: { left: '{{trigger.payload.issue.isLong}}', op: 'eq', right: true },
          then: [
            {
              id: 'each',
              kind: 'forEach',
              list: ['a', 'b'],
              parallel: 2,
              steps: [
                { id: 'pause', kind: 'wait', for: '1s' },
                {
                  id: 'part',
                  kind: 'createRecord',
                  type: 'document',
                  fields: { title: '{{trigger.payload.issue.number}}{{item}}' },
                },
              ],
            },
          ],
        },
        {
          id: 'comment',
          kind: 'action',
          connector: 'github',
          action: 'comment-on-issue',
          input: {
            owner: 'octo',
            repository: 'chaos',
            number: '{{trigger.payload.issue.number}}',
            body: 'Note {{steps.note.output.id}}',
          },
        },
      ],
    });
    const asking = await apply(
      {
        name: 'Ask',
        trigger: { kind: 'button' },
        steps: [
          { id: 'ask', kind: 'askPerson', message: 'Go on?', within: '1h' },
          { id: 'project', kind: 'createRecord', type: 'project', fields: { name: 'Answered' } },
        ],
      },
      false,
    );
    for (let count = 0; count < asks; count += 1) await call('POST', `/api/workflows/${asking}/runs`, {});

    const numbers = shuffled(
      Array.from({ length: timesEach }, () => Array.from({ length: deliveries }, (_, index) => index + 1)).flat(),
    );
    let sent = 0;
    const refusals: number[] = [];
    const sending = Promise.all(
      Array.from({ length: senders }, async () => {
        while (sent < numbers.length) refusals.push(...(await deliver(numbers[sent++]!)));
      }),
    );
    const killing = killInTurn(() => sent >= numbers.length);
    const answers = answerAll(asks);
    await sending;
    const killed = await killing;
    await answers;
    assert.deepEqual(
      refusals.filter((status) => status !== 429),
      [],
      'a sender gets 4xx only for its own faults',
    );
    assert.ok(killed.length >= kills);

    const ended = async () => {
      const runs = [...(await allRuns(answering)), ...(await allRuns(asking))];
      return runs.length >= deliveries + asks && runs.every(({ status }) => ['completed', 'failed'].includes(status));
    };
    await waitFor('all runs to end', ended, isLong ? 1_200_000 : 240_000);

    // A request without an answer waits for a person, who looks at the other service and decides.
    const decided = await decideAll(await allRuns(answering));
    await waitFor('the decided runs to end', ended, 240_000);

    const runs = await allRuns(answering);
    const first = runs.filter(({ trigger }) => trigger.deliveryId !== undefined);
    assert.equal(new Set(first.map(({ trigger }) => trigger.deliveryId)).size, deliveries);
    assert.equal(runs.length, deliveries + decided, 'one run for each delivery, and one more for each decision');
    const open = runs.filter(({ status, error }) => status === 'failed' && error?.code !== 'unknown_outcome');
    assert.deepEqual(
      open.map(({ error }) => error),
      [],
    );

    const perIssue = Map.groupBy(practice.comments(), ({ issue_url }) => issue_url.split('/').at(-1)!);
    assert.equal(perIssue.size, deliveries, 'every issue has a comment');
    assert.deepEqual(
      [...perIssue].filter(([, comments]) => comments.length !== 1).map(([issue]) => issue),
      [],
    );
    assert.deepEqual(
      repeatedOrMissing(await titles('note', 'title'), (number) => [`Issue ${number}`]),
      [],
    );
    assert.deepEqual(
      repeatedOrMissing(await titles('document', 'title'), (number) =>
        isLongIssue(number) ? [`${number}a`, `${number}b`] : [],
      ),
      [],
    );
    assert.equal((await titles('project', 'name')).length, asks);
  });

  /** Answers every question once it is there. */
  async function answerAll(count: number): Promise<void> {
    for (let answered = 0; answered < count; await sleep(1_000)) {
      const open = (await call('GET', '/api/asks')).body as { id: string }[];
      for (const { id } of open) {
        const { status } = await call('POST', `/api/asks/${id}/answer`, { values: {} });
        // After an answer that got lost, the question is answered already.
        if (status === 200 || status === 409) answered += 1;
      }
    }
  }

  /** Decides about the runs whose comment may be there: done if it is, else again. Returns how many. */
  async function decideAll(runs: readonly RunRow[]): Promise<number> {
    const unclear = runs.filter(({ isUndecided }) => isUndecided);
    for (const { id, trigger } of unclear) {
      const delivery = (await call('GET', `/api/deliveries/${trigger.deliveryId}`)).body as {
        content: { payload: { issue: { number: number } } };
      };
      const { number } = delivery.content.payload.issue;
      const isThere = practice.comments().some(({ issue_url }) => issue_url.endsWith(`/issues/${number}`));
      const decision = { stepId: 'comment', choice: isThere ? 'done' : 'again' };
      const { status } = await call('POST', `/api/runs/${id}/decisions`, decision);
      assert.ok(status < 300, `${status} for ${JSON.stringify(decision)}`);
    }
    return unclear.length;
  }

  async function titles(type: string, field: string): Promise<string[]> {
    const found: string[] = [];
    for (let cursor: string | undefined; ;) {
      const path = `/api/records?type=${type}&limit=500${cursor === undefined ? '' : `&cursor=${cursor}`}`;
      const page = (await call('GET', path)).body as {
        records: { fields: Record<string, string> }[];
        nextCursor?: string;
      };
      found.push(...page.records.map(({ fields }) => fields[field]!));
      if (page.nextCursor === undefined) return found;
      cursor = page.nextCursor;
    }
  }
});

/** The runs of these issues have a loop with waits; the others end within one activity. */
const isLongIssue = (number: number) => number % 5 === 0;

/** The titles that are missing, or there more than once. */
function repeatedOrMissing(titles: readonly string[], expected: (number: number) => string[]): string[] {
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  const wanted = Array.from({ length: deliveries }, (_, index) => expected(index + 1)).flat();
  return wanted.filter((title) => counts.get(title) !== 1);
}

/** In an order that is the same in every run with this seed. */
function shuffled(numbers: number[]): number[] {
  let state = Number(process.env.TALLYHOOK_SEED ?? 1) >>> 0;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  for (let at = numbers.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [numbers[at], numbers[other]] = [numbers[other]!, numbers[at]!];
  }
  return numbers;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
