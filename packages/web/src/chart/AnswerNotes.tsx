import type { Answer } from '@tallyhook/schemas';
import { answerNotes } from './answer-notes.ts';
import classes from './AnswerNotes.module.css';
import type { Formats } from './formats.ts';

export interface AnswerNotesProps {
  answer: Answer;
  formats: Formats;
  /** Whether periods missing from the answer are shown anyway. */
  isFilled: boolean;
}

/** Notes above an answer, chart or table, about what it does not cover. */
export function AnswerNotes({ answer, formats, isFilled }: AnswerNotesProps) {
  return answerNotes(answer, formats, { isFilled }).map((note) => (
    <p key={note} className={classes.note}>
      {note}
    </p>
  ));
}
