import type { FileRow, ImportChange, ImportResult, MarkerCount, RecordChange, ImportedColumn } from '@tallyhook/store';
import { fieldKinds, type RecordType } from '@tallyhook/schemas';
import type { NamedPage } from '../../questions/name-related.ts';
import { describeRecords } from './record-of-type.ts';
import * as part from './parts.ts';

const { componentRef, listOf, mapOf, objectOf, orNull } = part;

const everyChange = {
  number: part.count,
  type: part.text,
  by: part.text,
  at: part.moment,
  slot: part.count,
  tick: part.count,
};

const recordChange = objectOf<RecordChange>({
  ...everyChange,
  kind: part.oneOf(['create', 'update', 'delete']),
  id: part.id,
  before: orNull(componentRef('AnyRecord')),
  after: orNull(componentRef('AnyRecord')),
});

const importChange = objectOf<ImportChange>({
  ...everyChange,
  kind: { const: 'import' },
  count: part.count,
  digest: part.sha256,
});

const importedColumn = objectOf<ImportedColumn>(
  {
    column: part.text,
    field: part.text,
    kind: part.oneOf(fieldKinds),
    target: part.text,
    reason: part.text,
  },
  ['target'],
);

const markers = listOf(
  objectOf<MarkerCount>({ column: part.text, field: part.text, text: part.text, cells: part.count }),
);

/** The answers that hold records, their changes and their files; with the types of a branch, records are of those. */
export function recordAnswers(types: readonly RecordType[] | undefined) {
  return {
    ...describeRecords(types),
    RecordPage: objectOf<NamedPage>(
      {
        records: listOf(componentRef('Record')),
        nextCursor: part.text,
        labels: {
          description: 'What related records are called, by type and id; null for one that is gone.',
          ...mapOf(mapOf({ type: ['string', 'null'] })),
        },
      },
      ['nextCursor', 'labels'],
    ),
    ChangeLog: objectOf<{ changes: unknown }>({ changes: listOf(componentRef('Change')) }),
    Change: { description: 'One entry of the change log.', anyOf: [recordChange, importChange] },
    ImportResult: objectOf<ImportResult>({
      type: componentRef('RecordType'),
      created: part.yesNo,
      columns: listOf(importedColumn),
      emptyMarkers: listOf(part.text),
      emptied: markers,
      kept: markers,
      delimiter: part.text,
      rows: part.count,
      imported: part.count,
      refused: part.count,
      errors: listOf(componentRef('Mistake')),
      errorCount: part.count,
      warnings: listOf(componentRef('Mistake')),
      warningCount: part.count,
      change: orNull(part.count),
      tookMs: part.count,
      rowsPerSecond: part.count,
      dryRun: part.yesNo,
    }),
    File: objectOf<FileRow>({
      id: part.id,
      name: part.text,
      contentType: part.text,
      sizeBytes: part.count,
      sha256: part.sha256,
      createdAt: part.moment,
      createdBy: part.text,
    }),
    FilePage: objectOf<{ files: unknown; nextCursor?: string }>(
      { files: listOf(componentRef('File')), nextCursor: part.text },
      ['nextCursor'],
    ),
  };
}
