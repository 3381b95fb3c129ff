import {
  IconCalendar,
  IconCircleDashed,
  IconClock,
  IconHash,
  IconLetterT,
  IconLink,
  IconPaperclip,
  IconSquareCheck,
  IconUser,
} from '@tabler/icons-react';
import type { FieldKind } from '@tallyhook/schemas';

const icons = {
  text: IconLetterT,
  choice: IconCircleDashed,
  number: IconHash,
  day: IconCalendar,
  instant: IconClock,
  yesNo: IconSquareCheck,
  relation: IconLink,
  person: IconUser,
  file: IconPaperclip,
};

/** Shows the kind of a field. */
export function FieldIcon({ kind }: { kind: FieldKind }) {
  const Icon = icons[kind];
  return <Icon aria-hidden size={14} stroke={1.75} />;
}
