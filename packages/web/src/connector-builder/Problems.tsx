import { IconAlertTriangle } from '@tabler/icons-react';
import type { FolderProblem } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { counted } from '../shell/counted.ts';
import { textOfProblem } from './file-context.ts';
import { keysOf } from './edit-json.ts';
import classes from './ConnectorBuilder.module.css';

const maxFolded = 1;

interface ProblemsProps {
  problems: readonly FolderProblem[];
  onOpen: (problem: FolderProblem) => void;
}

/** Everything that is wrong with the folder; each leads to its field. */
export function Problems({ problems, onOpen }: ProblemsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? problems : problems.slice(0, maxFolded);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return (
    <section className={classes.problems} aria-label="Problems">
      <p>
        {problems.length === 0 ? (
          <span className={classes.fine}>No problems</span>
        ) : (
          <b data-error={errors > 0 || undefined}>
            <IconAlertTriangle aria-hidden size={16} />
            {counted(problems.length, 'problem')}
          </b>
        )}
        <span className={classes.sameAs}>
          Same as <code>tallyhook validate</code>
        </span>
      </p>
      <ul>
        {shown.map((problem, index) => (
          <li key={index}>
            <button type="button" onClick={() => onOpen(problem)}>
              <b>{placeOf(problem)}</b> {problem.severity === 'warning' && <i>Warning: </i>}
              {textOfProblem(problem)}
            </button>
          </li>
        ))}
      </ul>
      {problems.length > maxFolded && (
        <button type="button" className={classes.allProblems} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${problems.length}`}
        </button>
      )}
    </section>
  );
}

/** Where a problem is, in words: actions/upload.json › upload › finish. */
function placeOf({ file, pointer }: FolderProblem): string {
  return [file, ...keysOf(pointer)].join(' › ');
}
