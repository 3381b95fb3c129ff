import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { RecordType } from '@tallyhook/schemas';
import type { TypeVersion } from '@tallyhook/schemas/api';
import { useFormats } from '../use-formats.ts';
import { describeOthersChange } from './edited-type.ts';

export interface OthersChangeProps {
  latest: TypeVersion;
  /** The type as it was before that change. */
  base: RecordType;
  onTakeOver: () => void;
}

/** Says who changed the type while it was being edited here, and what. */
export function OthersChange({ latest, base, onTakeOver }: OthersChangeProps) {
  const formats = useFormats();
  const who = latest.changedByName ?? 'Somebody';
  const when = latest.changedAt === undefined ? '' : ` (${formats.moment(latest.changedAt)})`;
  return (
    <Alert
      color="yellow"
      variant="outline"
      role="alert"
      title={`${who} changed this type${when}`}
      icon={<IconAlertTriangle aria-hidden />}
    >
      <ul>
        {describeOthersChange(base, latest.type).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Text size="sm">Your changes are not saved yet. Take over what changed, check the fields, then save.</Text>
      <Button variant="default" size="xs" mt="xs" onClick={onTakeOver}>
        Take over the changes
      </Button>
    </Alert>
  );
}
