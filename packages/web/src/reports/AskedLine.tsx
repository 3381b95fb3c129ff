import { Text } from '@mantine/core';
import type { Report } from '@tallyhook/schemas';
import { useTypes } from '../api/queries.ts';
import { describeReport } from './describe-report.ts';

/** One line that says what a report asks. */
export function AskedLine({ report }: { report: Report }) {
  const { data: types } = useTypes();
  if (types === undefined) return null;
  return (
    <Text mb="md" c="dimmed">
      {describeReport(report, types)}
    </Text>
  );
}
