import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { RecordType } from '@tallyhook/schemas';
import type { ShownReport } from '../reports/shown-report.ts';
import { ReportMenu } from '../builder/ReportMenu.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { ReportHeading } from './ReportHeading.tsx';
import { describeReport } from './describe-report.ts';

/** A report whose record type no longer exists in the branch: what it asks, what to do about it, and its menu. */
export function TypeGone({ report, types }: { report: ShownReport; types: readonly RecordType[] }) {
  const { canWrite } = useAbilities();
  const { name, definition, readOnly, isUnsaved } = report;
  const canDelete = canWrite && readOnly !== true && isUnsaved !== true;
  return (
    <>
      <ReportHeading title={name}>
        <div data-noprint>
          <ReportMenu report={report} />
        </div>
      </ReportHeading>
      <Text mb="md" c="dimmed">
        {describeReport(definition, types)}
      </Text>
      <Alert
        color="red"
        variant="outline"
        role="alert"
        icon={<IconAlertTriangle aria-hidden />}
        title={`This branch has no records of the type “${definition.type}”`}
      >
        <Text size="sm">
          They came with an app that was removed or changed, or they are only on another branch. When the app brings
          them back, {isUnsaved === true ? 'the question' : 'the report'} works again.
          {canDelete && ' If nobody needs the report any more, delete it with the “…” button above.'}
        </Text>
      </Alert>
    </>
  );
}
