import type { Answer } from '@tallyhook/schemas';
import { answerNotes } from './answer-notes.ts';
import classes from './AnswerNotes.module.css';
import type { Formats } from './formats.ts';

export interface AnswerNotesProps {
  answer: Answer;
  formats: Formats;
  /** Whether periods that the answer lacks are shown all the same. */
  isFilled: boolean;
}

/** The lines above the figures of an answer, drawn or in a table: what it is not all of. */
export function AnswerNotes({ answer, formats, isFilled }: AnswerNotesProps) {
  return answerNotes(answer, formats, { isFilled }).map((note) => (
    <p key={note} className={classes.note}>
      {note}
    </p>
  ));
}
