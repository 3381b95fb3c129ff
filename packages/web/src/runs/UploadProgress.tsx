import { Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import type { StepUpload } from '@tallyhook/schemas/api';
import { counted } from '../shell/counted.ts';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useFormats } from '../use-formats.ts';
import classes from './Runs.module.css';
import { describeLine, describeProgress, describeRequests, describeState, percentOf } from './describe-upload.ts';

const tones: Partial<Record<StepUpload['state'], string>> = { done: 'good', failed: 'bad', cancelled: 'quiet' };

/** Upload progress: what the other service has confirmed, never what was only sent. */
export function UploadProgress({ upload }: { upload: StepUpload }) {
  const formats = useFormats();
  const nameId = useId();
  const percent = percentOf(upload);
  const words = describeProgress(upload, { bytesPerSecond: useRate(upload) });
  useSpokenQuarters(percent, upload.fileName);
  return (
    <div className={classes.upload}>
      <div className={classes.fileName} id={nameId}>
        <IconFileUpload aria-hidden size={18} />
        {upload.fileName}
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-labelledby={nameId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
      >
        <div className={classes.bar} data-tone={tones[upload.state] ?? 'busy'} style={{ width: `${percent}%` }} />
      </div>
      <Text size="sm" fw={600} className={classes.figures}>
        {words}
      </Text>
      <Text size="sm" c="dimmed">
        {describeState(upload, formats, new Date())}
      </Text>
      <ul className={classes.requests} aria-label={`What was sent of ${upload.fileName}`}>
        {describeRequests(upload, formats).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {upload.lines.length > 0 && <Journal upload={upload} />}
    </div>
  );
}

/** Everything that was sent, newest last. */
function Journal({ upload: { lines, earlierLines, fileName } }: { upload: StepUpload }) {
  const formats = useFormats();
  return (
    <details>
      <summary>Journal ({counted(lines.length + earlierLines, 'line')})</summary>
      {earlierLines > 0 && (
        <Text size="sm" c="dimmed">
          {counted(earlierLines, 'earlier line')} left out
        </Text>
      )}
      <ol className={classes.requests} aria-label={`Journal of ${fileName}`}>
        {lines.map((line, index) => (
          <li key={earlierLines + index}>{describeLine(line, formats)}</li>
        ))}
      </ol>
    </details>
  );
}

/** How many confirmations the rate is based on: a stall long ago says nothing about the current rate. */
const maxConfirmations = 10;
const fewestConfirmations = 3;

/** Bytes per second between the last confirmations this page saw, or over the whole upload if it saw too few. */
function useRate({ confirmedBytes, startedAt, updatedAt }: StepUpload): number | undefined {
  const confirmations = useRef<{ bytes: number; at: number }[]>([]);
  const seen = confirmations.current;
  if (seen.at(-1)?.bytes !== confirmedBytes) {
    confirmations.current = [...seen, { bytes: confirmedBytes, at: Date.now() }].slice(-maxConfirmations);
  }
  // The first confirmation was there when the page loaded: its time is unknown.
  const known = confirmations.current.slice(seen.length < maxConfirmations ? 1 : 0);
  const [first, last] = [known[0], known.at(-1)];
  if (known.length >= fewestConfirmations && first && last && last.at > first.at && last.bytes > first.bytes) {
    return (last.bytes - first.bytes) / ((last.at - first.at) / 1_000);
  }
  const whole = startedAt === null ? 0 : (Date.parse(updatedAt) - Date.parse(startedAt)) / 1_000;
  return whole > 1 && confirmedBytes > 0 ? confirmedBytes / whole : undefined;
}

/** Announces each quarter once, but not those passed before the page loaded. */
function useSpokenQuarters(percent: number, fileName: string): void {
  const announce = useAnnounce();
  const quarter = Math.floor(percent / 25);
  const spoken = useRef(quarter);
  useEffect(() => {
    if (quarter <= spoken.current) return;
    spoken.current = quarter;
    announce(`${fileName}: ${quarter * 25} % sent`);
  }, [announce, fileName, quarter]);
}
