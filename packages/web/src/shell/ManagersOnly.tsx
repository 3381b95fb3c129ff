import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** In place of a page that is not for everybody; the sentence says what people miss. */
export function ManagersOnly({ children }: { children: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Title order={2} mb="xs">
        Owners and admins see this page
      </Title>
      <Text>{children}</Text>
    </Paper>
  );
}
