import { useFormats } from '../use-formats.ts';

interface MomentProps {
  /** The moment in ISO 8601. */
  at: string;
  /** `time` is short, `dayOf` the day only, `moment` the whole. */
  as?: 'time' | 'dayOf' | 'moment';
  className?: string;
}

/** A moment as text that machines can read too; its title is the whole date and time. */
export function Moment({ at, as = 'time', className }: MomentProps) {
  const formats = useFormats();
  return (
    <time dateTime={at} title={formats.moment(at)} className={className}>
      {formats[as](at)}
    </time>
  );
}
