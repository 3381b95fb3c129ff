import assert from 'node:assert/strict';
import type { Report } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, looksOrOnly, narrowDark, takePicture } from './page-browser.ts';
import { withReportScene, type ReportScene } from './report-scene.ts';

const byDay: Report = { type: 'note', chart: 'table', groupBy: [{ field: 'createdAt', unit: 'day' }] };

describe('the page Settings', function () {
  this.timeout(180_000);
  let scene: ReportScene;
  let page: Page;
  let atFirst: { id: string; name: string; timezone: string; weekStart: string };

  after(async () => {
    const { id, name, timezone, weekStart } = atFirst;
    await scene.send('PATCH', `/api/workspaces/${id}`, { name, timezone, weekStart });
  });
  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    [atFirst] = await scene.get<[typeof atFirst]>('/api/workspaces');
  });

  /** Picks a zone and saves, using only the keyboard. */
  async function pickZone(zone: string): Promise<void> {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: /^Time zone: / }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type(zone);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Time zone: ${zone}` }).waitFor();
    await page.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
  }

  /** The report's days, as in its table on the reports page. */
  async function daysShown(): Promise<string[]> {
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    const table = page.getByRole('region', { name: 'Notes by day' }).getByRole('table');
    await table.waitFor();
    return table.getByRole('rowheader').allTextContents();
  }

  it('changes the time zone: a report by day shows other days', async () => {
    await scene.send('POST', '/api/records?type=note', { fields: { title: 'Oven' } }, 201);
    await scene.make('Notes by day', byDay);
    // Two zones that never have the same date.
    await pickZone('Pacific/Kiritimati');
    const east = await daysShown();
    await pickZone('Pacific/Niue');
    const west = await daysShown();
    assert.equal(east.length > 0 && west.length > 0, true);
    assert.notDeepEqual(west, east);
  });

  it('offers the zone of the browser, and keeps what was entered when it is refused', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Use UTC, as in this browser' }).click();
    await page.getByRole('button', { name: 'Time zone: UTC' }).waitFor();
    await page.getByLabel('Weeks start on').selectOption('Sunday');
    await page.getByLabel('Name').fill('   ');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('more than spaces').waitFor();
    await page.getByLabel('Name').fill(atFirst.name);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const [saved] = await scene.get<(typeof atFirst)[]>('/api/workspaces');
    assert.partialDeepStrictEqual(saved, { name: atFirst.name, timezone: 'UTC', weekStart: 'sunday' });
  });

  it('is for everybody who may change it, on a telephone too, and for nobody else', async () => {
    for (const { width, colorScheme } of looksOrOnly(narrowDark)) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto('/settings');
      await page.getByLabel('Name').waitFor();
      await takePicture(page, `settings-${width}-${colorScheme}`);
      await checkAccessible(page);
      await checkNoSidewaysScroll(page);
    }
    const other = await scene.arrive('/settings', 'member');
    await other.getByText('Only owners and admins can see this page').waitFor();
    assert.equal(await other.getByRole('link', { name: 'Settings' }).count(), 0);
  });
});
