import type { Speed, SpeedRow } from '../../speed/describe-speed.ts';
import type { DashboardRow, TileRow } from '../../dashboards/describe-dashboard.ts';
import type { AskedField } from '../../questions/asked-fields.ts';
import type { ReportRow } from '../../reports/describe-report.ts';
import { fieldKinds, type FieldOption } from '@tallyhook/schemas';
import type { FieldIndex } from '@tallyhook/store';
import * as part from './parts.ts';

const { componentRef, listOf, objectOf, orNull } = part;
const revision = { type: 'integer', minimum: 1 };

const askedField = objectOf<AskedField>(
  {
    name: part.text,
    label: part.text,
    kind: part.oneOf(fieldKinds),
    many: part.yesNo,
    system: part.yesNo,
    target: part.text,
    targetLabel: part.text,
    options: listOf(objectOf<FieldOption>({ value: part.text, label: part.text })),
    ops: listOf(componentRef('Question/$defs/condition/properties/op')),
    fns: listOf(componentRef('Question/$defs/measure/properties/fn')),
    units: listOf(componentRef('Question/$defs/group/properties/unit')),
    groupable: part.yesNo,
    indexed: { ...part.yesNo, description: 'Whether the records have an index of it that is ready.' },
  },
  ['target', 'targetLabel', 'options'],
);

const tile = objectOf<TileRow>({
  id: part.id,
  report: part.id,
  width: componentRef('Dashboard/$defs/width'),
  name: orNull(part.text),
  isDeleted: part.yesNo,
});

const fieldIndex = objectOf<FieldIndex>({
  state: part.oneOf(['off', 'building', 'on', 'failed']),
  percent: orNull(part.number),
  sizeBytes: orNull(part.count),
  error: orNull(part.text),
});

/** The answers of the pages that count: what can be asked, reports, dashboards and Speed. */
export const reportAnswers = {
  AskedType: {
    description: 'What can be asked about a record type, field by field.',
    ...objectOf<{ type: string; fields: unknown }>({ type: part.text, fields: listOf(askedField) }),
  },
  SavedReport: objectOf<ReportRow>(
    {
      id: part.id,
      kind: { const: 'report' },
      name: part.text,
      definition: componentRef('Report'),
      app: part.text,
      revision,
      createdAt: part.moment,
      createdBy: part.text,
      updatedAt: part.moment,
      updatedBy: part.text,
      readOnly: part.yesNo,
      problems: listOf(componentRef('Mistake')),
    },
    ['app'],
  ),
  SavedDashboard: objectOf<DashboardRow>(
    {
      id: part.id,
      name: part.text,
      revision,
      readOnly: part.yesNo,
      app: part.text,
      tiles: listOf(tile),
    },
    ['app'],
  ),
  Speed: objectOf<Speed>({ since: orNull(part.moment), fields: listOf(componentRef('FieldSpeed')) }),
  FieldSpeed: objectOf<SpeedRow>(
    {
      type: part.text,
      typeLabel: part.text,
      field: part.text,
      label: part.text,
      kind: part.oneOf(fieldKinds),
      uses: part.count,
      lastUsedAt: orNull(part.moment),
      medianMs: orNull(part.number),
      totalMs: part.number,
      reports: listOf(objectOf<{ id: string; name: string }>({ id: part.id, name: part.text })),
      canIndex: part.yesNo,
      whyNot: part.text,
      suggested: part.yesNo,
      index: fieldIndex,
    },
    ['whyNot'],
  ),
};
