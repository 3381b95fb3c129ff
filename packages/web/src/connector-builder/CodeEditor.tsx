import type { FolderProblem } from '@tallyhook/schemas/api';
import { useEffect, useId, useRef } from 'react';
import { textOfProblem } from './file-context.ts';
import classes from './ConnectorBuilder.module.css';

interface CodeEditorProps {
  label: string;
  text: string;
  problems: readonly FolderProblem[];
  /** Where the caret is to go; a new object moves it again. */
  goTo: { line: number; column: number } | undefined;
  onChange: (text: string) => void;
}

/** The text of a file, with the numbers of its lines and what is wrong with each. Tab leaves it, as any field. */
export function CodeEditor({ label, text, problems, goTo, onChange }: CodeEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const lines = text.split('\n');
  const faulty = new Set(problems.map(({ line }) => line));
  useEffect(() => {
    if (goTo === undefined || field.current === null) return;
    const before = field.current.value
      .split('\n')
      .slice(0, goTo.line - 1)
      .join('\n');
    const at = (goTo.line > 1 ? before.length + 1 : 0) + goTo.column - 1;
    field.current.focus();
    field.current.setSelectionRange(at, at);
    field.current.scrollIntoView({ block: 'center' });
  }, [goTo]);
  return (
    <>
      <div className={classes.editor}>
        <ol className={classes.lineNumbers} aria-hidden>
          {lines.map((_, index) => (
            <li key={index} data-fault={faulty.has(index + 1) || undefined}>
              {index + 1}
            </li>
          ))}
        </ol>
        <textarea
          ref={field}
          className={classes.text}
          aria-label={label}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? listId : undefined}
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          rows={lines.length + 1}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      {problems.length > 0 && (
        <ul id={listId} className={classes.lineProblems}>
          {problems.map((problem, index) => (
            <li key={index}>
              <b>Line {problem.line}</b> {textOfProblem(problem)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
