import assert from 'node:assert/strict';
import { prepareNpmStart, type NpmStart } from './npm-start.ts';
import { deliver, readFixture } from './github-scene.ts';
import { waitFor } from './product.ts';

interface Named {
  id: string;
  name: string;
}

interface Dashboard {
  name: string;
  readOnly: boolean;
  tiles: { isDeleted: boolean }[];
}

describe('The demo workspace of npm start', function () {
  this.timeout(300_000);
  let product: NpmStart;
  let cookie: string;

  before(async () => {
    product = await prepareNpmStart();
    await product.start({ TALLYHOOK_DEMO: '1', TALLYHOOK_ROUTES: '' });
    cookie = await signIn();
  });
  after(() => product.remove());

  /** Signs in with the credentials in the last line of the start. */
  async function signIn(): Promise<string> {
    const [, email, password] = await product.says(/sign in as (\S+) with password (\S+)/);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email, password });
    const answer = await fetch(`${product.url}/api/session`, { method: 'POST', headers, body });
    assert.equal(answer.status, 200);
    return answer.headers.getSetCookie()[0]!.split(';')[0]!;
  }

  async function get<T>(path: string): Promise<T> {
    const answer = await fetch(`${product.url}${path}`, { headers: { cookie } });
    assert.equal(answer.status, 200, `${path}: ${await answer.clone().text()}`);
    return (await answer.json()) as T;
  }

  it('has records, a report of each kind, two connectors with linked accounts, and active workflows', async () => {
    const { workspaces } = await get<{ workspaces: Named[] }>('/api/session');
    assert.deepEqual(
      workspaces.map(({ name }) => name),
      ['demo'],
    );
    const { records } = await get<{ records: unknown[] }>('/api/records?type=ticket');
    assert.equal(records.length, 48);
    const reports = await get<{ definition: { chart: string } }[]>('/api/reports');
    assert.deepEqual([...new Set(reports.map(({ definition }) => definition.chart))].sort(), [
      'bars',
      'line',
      'number',
      'pie',
      'table',
    ]);
    const dashboards = await get<Dashboard[]>('/api/dashboards');
    assert.deepEqual(
      dashboards.map(({ name, readOnly, tiles }) => [name, readOnly, tiles.length]),
      [
        ['Work overview', true, 3],
        ['Team', false, 4],
      ],
    );
    assert.ok(dashboards.every(({ tiles }) => tiles.every(({ isDeleted }) => !isDeleted)));
    const accounts = await get<{ connector: string; externalId: string }[]>('/api/accounts');
    assert.deepEqual(
      accounts.map(({ connector, externalId }) => [connector, externalId]),
      [
        ['github', 'octo-demo'],
        ['youtube', 'octo-demo'],
      ],
    );
    assert.deepEqual(
      (await get<{ on: boolean }[]>('/api/workflows')).map(({ on }) => on),
      [true, true],
    );
  });

  it('names the practice services, and shows an upload to one of them in progress', async () => {
    await product.says(/A practice service stands in for YouTube/);
    interface Shown {
      steps: { upload: { fileName: string; state: string; confirmedPieces: number; pieceCount: number } | null }[];
    }
    const { runs } = await get<{ runs: Named[] }>('/api/runs');
    assert.equal(runs.length, 1);
    const upload = async () => (await get<Shown>(`/api/runs/${runs[0]!.id}`)).steps[0]!.upload;
    let shown: Awaited<ReturnType<typeof upload>> = null;
    await waitFor('the first piece', async () => ((shown = await upload())?.confirmedPieces ?? 0) > 0);
    assert.partialDeepStrictEqual(shown, { fileName: 'launch-video.mp4', state: 'sending', pieceCount: 8 });
  });

  it('comments once on an issue that a delivery opens, with the number of the report', async () => {
    const [, practice] = await product.says(/practice service stands in for GitHub: (\S+\/__practice)\/kept/);
    const payload = JSON.parse(await readFixture('github-issues-opened.json')) as {
      repository: { owner: { login: string } };
    };
    payload.repository.owner.login = 'octo-demo';
    for (let time = 0; time < 3; time += 1)
      await deliver(product.url, { event: 'issues', id: 'demo-delivery', payload });
    const comments = async () =>
      ((await (await fetch(`${practice}/kept`)).json()) as { comments: { body: string }[] }).comments;
    await waitFor('the comment', async () => (await comments()).length > 0);
    const [comment, ...more] = await comments();
    assert.match(comment!.body, /^Thank you for ".*"\. 9 tickets are open at the moment\.$/);
    assert.deepEqual(more, []);
  });

  it('keeps its changes on later starts', async () => {
    const [workflow] = await get<Named[]>('/api/workflows');
    const headers = { cookie, origin: product.url, 'content-type': 'application/json' };
    const body = JSON.stringify({ on: false });
    await fetch(`${product.url}/api/workflows/${workflow!.id}/settings`, { method: 'PATCH', headers, body });
    await product.stop();
    await product.start({ TALLYHOOK_DEMO: '1', TALLYHOOK_ROUTES: '' });
    cookie = await signIn();
    assert.deepEqual((await get<{ on: boolean }[]>('/api/workflows')).map(({ on }) => on).sort(), [false, true]);
    assert.equal((await get<{ workspaces: Named[] }>('/api/session')).workspaces.length, 1);
  });
});
