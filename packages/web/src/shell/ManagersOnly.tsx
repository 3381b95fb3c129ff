import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shown instead of a page that needs permission; says what is missing. */
export function ManagersOnly({ children }: { children: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Title order={2} mb="xs">
        Only owners and admins can see this page
      </Title>
      <Text>{children}</Text>
    </Paper>
  );
}
