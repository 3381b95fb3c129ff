import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useReportChanges } from '../api/changes.ts';
import { useTypes } from '../api/queries.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { describeReport } from './describe-report.ts';
import { exampleReports, type ExampleReport } from './example-reports.ts';

/** Shown if a branch has no reports: example questions about its record types. */
export function NoReports() {
  const { data: types = [] } = useTypes();
  const { canWrite } = useAbilities();
  const changes = useReportChanges();
  const navigate = useNavigate();
  const examples = exampleReports(types);
  const [failure, setFailure] = useState<unknown>();

  async function make({ name, definition }: ExampleReport) {
    setFailure(undefined);
    try {
      const { id } = await changes.create({ name, definition });
      await navigate({ to: '/reports/$reportId', params: { reportId: id } });
    } catch (error) {
      setFailure(error);
    }
  }
  return (
    <Paper withBorder p="xl">
      <Title order={2} mb="xs">
        This branch has no reports yet
      </Title>
      <Text mb="sm">
        A report is a saved question with a chart of its answer.
        {canWrite && examples.length > 0 ? ' Start with one of these and change it as you like:' : ''}
      </Text>
      {canWrite && (
        <Group gap="sm">
          {examples.map((example) => (
            <Button
              key={example.name}
              variant="default"
              title={describeReport(example.definition, types)}
              onClick={() => void make(example)}
            >
              {example.name}
            </Button>
          ))}
        </Group>
      )}
      {failure !== undefined && <ErrorNote title="Couldn't create the report" error={failure} />}
    </Paper>
  );
}
