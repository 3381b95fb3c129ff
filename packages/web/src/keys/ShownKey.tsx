import { Button, Group, Stack, Text } from '@mantine/core';
import type { CreatedApiKey } from '@tallyhook/schemas/api';
import { Dialog } from '../shell/Dialog.tsx';
import { CopyButton } from './CopyButton.tsx';
import { CodeBlock } from './CodeBlock.tsx';

/** A new key, the only time that it is shown. */
export function ShownKey({ made: { name, key }, onClose }: { made: CreatedApiKey; onClose: () => void }) {
  return (
    <Dialog title={`The key ${name}`} onClose={onClose}>
      <Stack>
        <Text>Copy it now: it is not shown again. Keep it where your program keeps its secrets.</Text>
        <CodeBlock label="Key" text={key} />
        <Group justify="flex-end" gap="sm">
          <CopyButton text={key} what="key" />
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
