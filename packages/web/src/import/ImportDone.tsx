import { Anchor, Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ImportResult } from '@tallyhook/schemas/api';
import { usePlace } from '../place.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { Outcome } from './Outcome.tsx';

/** What an import did, and where to look at it. */
export function ImportDone({ result, onOther }: { result: ImportResult; onOther: () => void }) {
  const { branch } = usePlace();
  return (
    <>
      <PageHeading title="Imported" />
      <Stack gap="md" maw={720}>
        <Outcome result={result} branch={branch} />
        <Group gap="sm">
          <Anchor renderRoot={(props) => <Link to="/records" search={{ type: result.type.name }} {...props} />}>
            See the {result.type.plural.toLowerCase()}
          </Anchor>
          <Button variant="default" onClick={onOther}>
            Import another file
          </Button>
        </Group>
      </Stack>
    </>
  );
}
