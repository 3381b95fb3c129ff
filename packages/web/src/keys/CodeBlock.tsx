import classes from './Keys.module.css';

/** A text as a program writes or reads it; it can be scrolled with the keyboard. */
export function CodeBlock({ label, text, maxHeight }: { label: string; text: string; maxHeight?: number }) {
  return (
    <pre className={classes.code} role="group" aria-label={label} tabIndex={0} style={{ maxHeight }}>
      {text}
    </pre>
  );
}
