import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnnounce } from '../shell/LiveRegion.tsx';

/** Copies a text; without access to the clipboard it says so. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const announce = useAnnounce();
  const [label, setLabel] = useState('Copy');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setLabel('Copied');
      announce(`The ${what} is copied`);
    } catch {
      setLabel('Select it and copy');
    }
  }

  const Icon = label === 'Copied' ? IconCheck : IconCopy;
  return (
    <Button
      variant="default"
      flex="none"
      leftSection={<Icon aria-hidden size={16} />}
      aria-label={`${label} the ${what}`}
      onClick={() => void copy()}
    >
      {label}
    </Button>
  );
}
