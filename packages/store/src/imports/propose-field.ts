import type { Field, FieldOption } from '@tallyhook/schemas';
import { mostChoices, type ColumnProfile } from './column-profile.ts';

/** What a column of a new type becomes, and why. */
export interface Proposal {
  kind: Field['kind'];
  options?: FieldOption[];
  /** One sentence for people. */
  reason: string;
}

const fewestForChoice = 50;
const fewestRepeats = 10;
const longestChoice = 60;

/**
 * Proposes the kind of a field from all of its cells. When in doubt it is text: a wrong number loses what was written,
 * and a choice refuses what comes later.
 */
export function proposeField(profile: ColumnProfile): Proposal {
  const { kind, filled, markers } = profile;
  if (filled + markers.size === 0) return { kind: 'text', reason: 'No row has a value: kept as text.' };
  return kind === null || kind === 'text' || kind === 'mixed' || (kind === 'number' && isCode(profile))
    ? proposeText(profile)
    : { kind, reason: `All ${filled} values are ${wordsOf[kind]}${emptyNote(profile, markers)}.` };
}

const wordsOf = { number: 'numbers', day: 'calendar days', instant: 'dates with a time', yesNo: 'yes or no' };

/**
 * A column whose values are texts. Markers are texts among them: where they are few, they are choices as well, so that
 * a file becomes the same whether or not one of its other columns has no value somewhere.
 */
function proposeText(profile: ColumnProfile): Proposal {
  const note = emptyNote(profile);
  if (profile.kind === 'number') {
    return { kind: 'text', reason: `${profile.powers} values look like 1e3: codes rather than numbers${note}.` };
  }
  const choices = choicesOf(profile);
  if (!choices) return { kind: 'text', reason: `${textReason(profile)}${note}.` };
  const options = choices.values.map((value) => ({ value, label: value }));
  return {
    kind: 'choice',
    options,
    reason: `${options.length} different texts stand in ${choices.filled} rows${note}.`,
  };
}

/** Numbers are seldom written as powers; where they often are, they may be codes that only look so. */
function isCode({ powers, filled }: ColumnProfile): boolean {
  return powers * fewestRepeats > filled;
}

function choicesOf(profile: ColumnProfile): { values: string[]; filled: number } | undefined {
  if (profile.values === null || profile.longest > longestChoice) return undefined;
  const values = new Map([...profile.values, ...profile.markers]);
  const filled = [...values.values()].reduce((sum, count) => sum + count, 0);
  const isRepeated = filled >= fewestForChoice && filled >= fewestRepeats * values.size;
  const isTrimmed = [...values.keys()].every((value) => value === value.trim());
  const isFew = values.size >= 2 && values.size <= mostChoices;
  return isFew && isRepeated && isTrimmed ? { values: [...values.keys()].sort(), filled } : undefined;
}

function textReason({ kind, odd, markers }: ColumnProfile): string {
  const given = JSON.stringify(odd?.cell.slice(0, 60));
  if (kind === 'mixed') return `Line ${odd!.line} has ${given}, which is of another kind than the values before it`;
  if (kind === 'text' && /^0\d+$/.test(odd!.cell)) return `Line ${odd!.line} has ${given}: a code, not a number`;
  if (kind === 'text') return `Line ${odd!.line} has ${given}`;
  return `It has the text ${JSON.stringify([...markers.keys()][0])}`;
}

/** What of the column is no value; `markers` are those that are not texts there. */
function emptyNote({ empty, emptied }: ColumnProfile, markers: ReadonlyMap<string, number> = new Map()): string {
  const blank = empty === 0 ? [] : [`${empty} are blank`];
  const notes = [...blank, ...[...emptied, ...markers].map(([text, count]) => `${count} say ${text}`)];
  return notes.length === 0 ? '' : `; ${notes.join(' and ')}, taken as no value`;
}
