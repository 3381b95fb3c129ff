import { Code } from '@mantine/core';
import type { ConnectorChange } from '@tallyhook/schemas/api';
import classes from './Marketplace.module.css';

const words = { breaking: 'Breaks', addition: 'New', correction: 'Corrected' };

/** Changes between two versions, each with its weight in a word. */
export function ChangeList({ changes }: { changes: readonly ConnectorChange[] }) {
  return (
    <ul className={classes.changes}>
      {changes.map(({ weight, file, message, asksMore }, index) => (
        <li key={index}>
          <span className={`${classes.weight} ${classes[asksMore === true ? 'breaking' : weight] ?? ''}`}>
            {asksMore === true ? 'Asks for more' : words[weight]}
          </span>
          <span>
            {message} <Code>{file}</Code>
          </span>
        </li>
      ))}
    </ul>
  );
}
