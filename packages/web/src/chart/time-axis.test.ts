import assert from 'node:assert/strict';
import { readFigures } from './figures.ts';
import { createFormats } from './formats.ts';
import { placeBars } from './place-bars.ts';
import { answerOf, closedBy, count, types } from './sample-answers.ts';
import { timeTicks } from './time-axis.ts';

const formats = createFormats('en-GB', 'UTC');
const measure = (text: string) => 6 * text.length;

/** The keys of all hours of a zone between two instants. */
function hoursOf(zone: string, from: string, before: string): string[] {
  const keys = new Set<string>();
  const clock = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  for (let at = Date.parse(from); at < Date.parse(before); at += 1_800_000) {
    const name = clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
    const offset = name.slice('GMT'.length) || '+00:00';
    const [hours, minutes] = offset.slice(1).split(':').map(Number);
    const local = new Date(at + (offset.startsWith('-') ? -1 : 1) * (hours! * 60 + minutes!) * 60_000);
    keys.add(`${local.toISOString().slice(0, 13)}:00:00${offset}`);
  }
  return [...keys];
}

/** The labels below bars of these periods at a given width; checks that none overlaps another or leaves the drawing. */
function labelsOf(
  keys: readonly string[],
  widthPx: number,
  { unit = 'hour', zone = 'UTC' }: { unit?: 'hour' | 'day' | 'week'; zone?: string } = {},
) {
  const answer = answerOf([closedBy(unit), count], keys.map((key) => [key, 1])); // prettier-ignore
  answer.meta.resolved.timezone = zone;
  const figures = readFigures(answer, types, formats);
  const { bars } = placeBars(figures.groups, { left: 24, right: widthPx, measure });
  const middleOf = (index: number) => bars[index]!.left + bars[index]!.width / 2;
  const ticks = timeTicks(figures.groups, figures, { formats, middleOf, endPx: widthPx, measure });
  let free = 0;
  for (const { text, x } of ticks) {
    assert.ok(x - measure(text) / 2 >= free, `${text} has no room`);
    free = x + measure(text) / 2;
  }
  assert.ok(free <= widthPx, 'the last label leaves the drawing');
  return ticks.map(({ text }) => text);
}

describe('hour axis', () => {
  const days = (number: number) => hoursOf('UTC', '2026-04-04T00:00Z', new Date(Date.UTC(2026, 3, 4 + number)).toISOString()); // prettier-ignore

  it('uses steps that divide a day, and names each day', () => {
    const on = (day: number, ...hours: string[]) => [`${day} Apr, 00:00`, ...hours.map((hour) => `${hour}:00`)];
    const half = [4, 5, 6].flatMap((day) => on(day, '12'));
    assert.deepEqual(labelsOf(days(3), 640), half);
    assert.deepEqual(
      labelsOf(days(3), 1280),
      [4, 5, 6].flatMap((day) => on(day, '06', '12', '18')),
    );
    // Half days have no room at the first label, which is shifted to stay inside the drawing; so only days are
    // labelled.
    assert.deepEqual(labelsOf(days(3), 413), ['4 Apr, 00:00', '5 Apr, 00:00', '6 Apr, 00:00']);
    assert.deepEqual(labelsOf(days(3), 320), ['4 Apr, 00:00', '5 Apr, 00:00', '6 Apr, 00:00']);
    assert.deepEqual(
      labelsOf(days(7), 1280),
      [4, 5, 6, 7, 8, 9, 10].flatMap((day) => on(day, '12')),
    );
    assert.deepEqual(labelsOf(days(7), 320), ['4 Apr, 00:00', '8 Apr, 00:00']);
    // The maximum number of filled hours.
    assert.deepEqual(labelsOf(days(83), 250), ['4 Apr, 00:00', '30 May, 00:00']);
    assert.deepEqual(labelsOf(days(1), 320), on(4, '06', '12', '18'));
    assert.deepEqual(labelsOf(days(1).slice(9, 13), 320), ['4 Apr, 09:00', '10:00', '11:00', '12:00']);
  });

  it('labels the first hour and the first of each day, whatever the hour', () => {
    const late = days(3).slice(15);
    assert.deepEqual(labelsOf(late, 320), ['4 Apr, 15:00', '6 Apr, 00:00']);
    assert.deepEqual(labelsOf(days(2).slice(23), 640).slice(0, 3), ['4 Apr, 23:00', '5 Apr, 03:00', '06:00']);
    const openHours = days(3).filter((key) => [9, 14].includes(Number(key.slice(11, 13))));
    const each = ['4 Apr, 09:00', '14:00', '5 Apr, 09:00', '14:00', '6 Apr, 09:00', '14:00'];
    assert.deepEqual(labelsOf(openHours, 1280), each);
    assert.deepEqual(labelsOf(openHours, 320), ['4 Apr, 09:00', '5 Apr, 14:00', '6 Apr, 14:00']);
  });

  it('labels the first hours of days, or even steps, if few hours match a clock step', () => {
    const odd = ['04-04T07', '04-04T13', '04-04T19', '04-05T05', '04-05T11', '04-05T17', '04-05T23', '04-09T01'];
    const keys = odd.map((hour) => `2026-${hour}:00:00+00:00`);
    const weeks = Array.from({ length: 9 }, (_, week) => new Date(Date.UTC(2026, 3, 4 + 60 * week, 7)).toISOString());
    assert.deepEqual(labelsOf(keys, 320), ['4 Apr, 07:00', '5 Apr, 05:00', '9 Apr, 01:00']);
    const far = weeks.map((key) => key.replace('.000Z', '+00:00'));
    const turn = ['30 Nov, 07:00', '30 Mar 2027, 07:00', '28 Jul, 07:00'];
    assert.deepEqual(labelsOf(far, 640), ['4 Apr, 07:00', '2 Aug, 07:00', ...turn]);
  });

  it('follows the clock on days of 23 and 25 hours', () => {
    const zone = 'America/New_York';
    const autumn = hoursOf(zone, '2026-10-31T04:00Z', '2026-11-03T05:00Z');
    const spring = hoursOf(zone, '2026-03-07T05:00Z', '2026-03-10T04:00Z');
    assert.deepEqual([autumn.length, spring.length], [73, 71]);
    const halves = (...on: string[]) => on.flatMap((day) => [`${day}, 00:00`, '12:00']);
    assert.deepEqual(labelsOf(autumn, 640, { zone }), halves('31 Oct', '1 Nov', '2 Nov'));
    assert.deepEqual(labelsOf(spring, 640, { zone }), halves('7 Mar', '8 Mar', '9 Mar'));
    const night = labelsOf(autumn.slice(23, 29), 640, { zone });
    assert.deepEqual(night, ['31 Oct, 23:00', '1 Nov, 00:00', '01:00 GMT-4', '01:00 GMT-5', '02:00', '03:00']);
    assert.deepEqual(labelsOf(spring.slice(24, 28), 640, { zone }), ['8 Mar, 00:00', '01:00', '03:00', '04:00']);
  });

  it('labels a repeated midnight once, and the first hour of a day without midnight', () => {
    const havana = hoursOf('America/Havana', '2026-10-31T04:00Z', '2026-11-03T05:00Z');
    const labels = labelsOf(havana, 640, { zone: 'America/Havana' });
    const second = ['1 Nov, 00:00 GMT-4', '12:00'];
    assert.deepEqual(labels, ['31 Oct, 00:00', '12:00', ...second, '2 Nov, 00:00', '12:00']);
    const santiago = hoursOf('America/Santiago', '2026-09-05T04:00Z', '2026-09-08T03:00Z');
    const days = labelsOf(santiago, 320, { zone: 'America/Santiago' });
    assert.deepEqual(days, ['5 Sept, 00:00', '6 Sept, 01:00', '7 Sept, 00:00']);
  });

  it('supports half-hour clock changes and half-hour time zones', () => {
    const zone = 'Australia/Lord_Howe';
    const autumn = hoursOf(zone, '2026-04-03T13:00Z', '2026-04-06T13:30Z');
    const spring = hoursOf(zone, '2026-10-02T13:30Z', '2026-10-05T13:00Z');
    assert.deepEqual(labelsOf(autumn, 320, { zone }), ['4 Apr, 00:00', '5 Apr, 00:00', '6 Apr, 00:00']);
    assert.deepEqual(labelsOf(spring, 320, { zone }), ['3 Oct, 00:00', '4 Oct, 00:00', '5 Oct, 00:00']);
    const back = labelsOf(autumn.slice(24, 28), 640, { zone });
    assert.deepEqual(back, ['5 Apr, 00:00', '01:00 GMT+11', '01:00 GMT+10:30', '02:00']);
    assert.deepEqual(labelsOf(spring.slice(24, 28), 640, { zone }), ['4 Oct, 00:00', '01:00', '02:00', '03:00']);
    const india = hoursOf('Asia/Kolkata', '2026-04-03T18:30Z', '2026-04-05T18:30Z');
    const halves = ['4 Apr, 00:00', '12:00', '5 Apr, 00:00', '12:00'];
    assert.deepEqual(labelsOf(india, 320, { zone: 'Asia/Kolkata' }), halves);
  });

  it('names a new year', () => {
    const turn = hoursOf('UTC', '2026-12-31T00:00Z', '2027-01-02T00:00Z');
    assert.deepEqual(labelsOf(turn, 320), ['31 Dec, 00:00', '1 Jan 2027, 00:00']);
  });
});

describe('axis of days and weeks', () => {
  it('names the year at the first label and where a new year starts', () => {
    const days = ['2025-12-29', '2026-01-03'];
    assert.deepEqual(labelsOf(days, 1280, { unit: 'day' }), ['29 Dec 2025', '30 Dec', '31 Dec', '1 Jan 2026', '2 Jan', '3 Jan']); // prettier-ignore
    assert.deepEqual(labelsOf(days, 320, { unit: 'day' }), ['29 Dec 2025', '31 Dec', '2 Jan 2026']);
    const weeks = labelsOf(['2025-12-29', '2026-01-12'], 1280, { unit: 'week' });
    assert.deepEqual(weeks, ['29 Dec 2025', '5 Jan 2026', '12 Jan']);
  });
});

describe('labels of months', () => {
  const keys = ['2024-09-01', '2024-10-01', '2025-03-01', '2025-09-01'];
  const at = (...middles: number[]) => {
    const figures = readFigures(answerOf([closedBy('month'), count], keys.map((key) => [key, 1])), types, formats); // prettier-ignore
    const groups = keys.map((key) => figures.groups.find((group) => group.key === key)!);
    const ticks = timeTicks(groups, figures, { formats, middleOf: (index) => middles[index]!, endPx: 300, measure });
    return ticks.map(({ text, x }) => `${text} ${x}`);
  };

  it('stay inside the drawing without overlap, and name the year of a label left out', () => {
    assert.deepEqual(at(40, 110, 170, 290), ['Sept 2024 40', 'Oct 110', 'Mar 2025 170', 'Sept 288']);
    assert.deepEqual(at(2, 72, 80, 299), ['Sept 2024 27', 'Oct 72', 'Sept 2025 273']);
  });
});
