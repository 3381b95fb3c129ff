import assert from 'node:assert/strict';
import type { Report } from '@tallyhook/schemas';
import type { ShownReport } from '../reports/shown-report.ts';
import { createEditor, type EditorEvent, type EditorState } from '../editor/editor.ts';
import { withPart } from './change-draft.ts';
import type { Draft, DraftCondition } from './draft.ts';
import { reportRules } from './report-rules.ts';

const byStatus: Report = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] };
const byPriority: Report = { ...byStatus, groupBy: [{ field: 'priority' }] };
const filter: Report['filter'] = { and: [{ field: 'title', op: 'contains', value: 'a' }] };

describe('a report being edited while somebody else saves it', () => {
  const { start, reduce, isChanged } = createEditor<Draft, ShownReport>(reportRules([]));
  const version = (revision: number, definition: Report): ShownReport => ({
    ...{ id: 'r', name: 'Tickets' },
    ...{ revision, definition },
  });
  const seen = (revision: number, definition: Report): EditorEvent<Draft, ShownReport> => ({
    type: 'seen',
    saved: version(revision, definition),
  });
  type State = EditorState<Draft, ShownReport>;
  const condition = ({ draft }: State) => draft.parts[0] as DraftCondition;
  /** Types into the condition's value. */
  const fill = (state: State, value: string | undefined): State =>
    reduce(state, { type: 'changed', draft: withPart(state.draft, { ...condition(state), value }) });

  it('follows another chart or question, and keeps the ids of unchanged conditions', () => {
    const first = start(version(1, { ...byStatus, filter }), {});
    const charted = reduce(first, seen(2, { ...byStatus, chart: 'table', filter }));
    assert.deepEqual([charted.draft, charted.base], [{ ...first.draft, chart: 'table' }, 2]);
    const grouped = reduce(charted, seen(3, { ...byPriority, filter }));
    assert.deepEqual([grouped.draft.groups, grouped.base], [byPriority.groupBy, 3]);
    assert.deepEqual(condition(grouped), condition(first));
  });

  it('keeps a condition without a value if the chart changes, but not if the question changes', () => {
    const begun = fill(start(version(1, { ...byStatus, filter }), {}), undefined);
    assert.ok(isChanged(begun));
    const without = reduce(begun, seen(2, byStatus));
    assert.ok(!isChanged(without));
    const charted = reduce(without, seen(3, { ...byStatus, chart: 'pie' }));
    assert.deepEqual([isChanged(charted), charted.draft.chart, charted.draft.parts], [false, 'pie', begun.draft.parts]);
    const grouped = reduce(charted, seen(4, { ...byPriority, chart: 'pie' }));
    assert.deepEqual([isChanged(grouped), grouped.draft, grouped.base], [true, charted.draft, 3]);
  });

  it('sends the report without conditions that have no value', () => {
    const measures = [{ fn: 'count' }] as const;
    const begun = fill(start(version(1, { ...byStatus, filter }), {}), '');
    const { sent } = reduce(begun, { type: 'saveAsked' });
    assert.deepEqual({ ...sent!.document, $schema: undefined }, { ...byStatus, measures, $schema: undefined });
  });
});
