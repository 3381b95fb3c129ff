import assert from 'node:assert/strict';
import { workflowFilters } from './filters.ts';
import { renderTemplate } from './render.ts';
import { compileTemplate } from './template.ts';

const values = {
  at: '2026-11-25T23:30:00Z',
  day: '2026-11-25',
  seconds: 1_782_000_000,
  total: 1234.5,
  text: '7',
  names: ['Ada', 'Bo'],
  items: [{ id: 1 }, { id: 2 }],
  none: null,
  empty: '',
};
const render = (text: string) => renderTemplate(text, values, { timezone: 'Europe/Berlin' });
const problemsOf = (text: string) =>
  compileTemplate(text, { filters: workflowFilters }).problems.map(({ code, offset }) => `${code} ${offset}`);

describe('Filters for people', () => {
  const rows: [text: string, value: unknown][] = [
    ['{{at|date}}', '26 Nov 2026, 00:30'],
    [`{{at|date 'yyyy-LL-dd HH:mm' "America/New_York"}}`, '2026-11-25 18:30'],
    ['{{day|date}}', '25 Nov 2026'],
    [`On {{day|date 'cccc'}}`, 'On Wednesday'],
    [`{{seconds|date 'yyyy' 'UTC'}}`, '2026'],
    ['{{total|number}}', '1,234.5'],
    ['{{total|number 2}}', '1,234.50'],
    ['{{text|number 0}}', '7'],
    [`{{none|default 'nobody'}}`, 'nobody'],
    [`{{empty|default 0}}`, 0],
    [`{{total|default 0}}`, 1234.5],
    [`{{names|join}}`, 'Ada, Bo'],
    [`{{names|join ' | '}}!`, 'Ada | Bo!'],
    ['{{items|first}}', { id: 1 }],
    ['{{items|last}}', { id: 2 }],
    ['{{items|size}}', 2],
    ['{{names|size}} people', '2 people'],
    ['{{names|last|default "x"}}', 'Bo'],
    ['{{names|first|json}}', '"Ada"'],
    ['{{none|join}}', undefined],
  ];
  for (const [text, value] of rows)
    it(`${text} gives ${JSON.stringify(value)}`, () => assert.deepEqual(render(text), value));

  it('say what they need and what they got', () => {
    assert.throws(() => render('{{total|first}}'), /"total": \|first needs a list, but it is 1234\.5/);
    assert.throws(() => render('{{names|date}}'), /\|date needs a day or a moment \(ISO 8601\), but it is a list/);
    assert.throws(() => render(`{{at|date 'yyyy' 'Europe/Nowhere'}}`), /there is no time zone "Europe\/Nowhere"/);
    assert.throws(() => render('{{day|number}}'), /\|number needs a number, but it is "2026-11-25"/);
  });

  it('are checked with what is written after them, at its place', () => {
    assert.deepEqual(problemsOf(`{{a|date 'yyyy' 'UTC'}} {{b|number 2}} {{c|default 1}}`), []);
    assert.deepEqual(problemsOf('{{a|default}}'), ['slot_syntax 11']);
    assert.deepEqual(problemsOf('{{a|number 99}}'), ['slot_syntax 10']);
    assert.deepEqual(problemsOf('{{a|join 2}}'), ['slot_syntax 8']);
    assert.deepEqual(problemsOf('{{a|first 2}}'), ['slot_syntax 10']);
    assert.deepEqual(problemsOf('{{a|dat}}'), ['unknown_filter 4']);
  });

  it('are for workflows: connectors may not use them', () => {
    const { problems } = compileTemplate('{{a|date}}');
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['filter_not_here'],
    );
  });
});
